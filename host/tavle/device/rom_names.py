# SPDX-License-Identifier: Apache-2.0
"""The identifiers that MicroPython has in ROM: they take no memory of a Pico.

Every name of its builtin types and modules is among them, those of its frozen modules too. Read out
of the name pools of the stock RPI_PICO image of MicroPython 1.26.1; the oldest version the firmware
runs on counts, later ones only know more.
"""

NAMES = frozenset(
    """
ADC ALT ALT_GPCK ALT_I2C ALT_PIO0 ALT_PIO1 ALT_PWM ALT_SIO ALT_SPI ALT_UART ALT_USB ARRAY AUTO
ArithmeticError AssertionError AttributeError BFINT16 BFINT32 BFINT8 BFUINT16 BFUINT32 BFUINT8
BF_LEN BF_POS BIG_ENDIAN BUILTIN_CDC BUILTIN_DEFAULT BUILTIN_NONE BaseException BytesIO CORE_TEMP
CTS CancelledError DHT11 DHT22 DHTBase DMA DS18X20 DeflateIO EACCES EADDRINUSE EAGAIN EALREADY
EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EHOSTUNREACH EINPROGRESS EINVAL EIO EISDIR
ENOBUFS ENODEV ENOENT ENOMEM ENOTCONN EOFError EOPNOTSUPP EPERM ETIMEDOUT Ellipsis Event
Exception FLOAT32 FLOAT64 FileIO Flash FrameBuffer FrameBuffer1 GP0 GP1 GP10 GP11 GP12 GP13 GP14
GP15 GP16 GP17 GP18 GP19 GP2 GP20 GP21 GP22 GP25 GP26 GP27 GP28 GP3 GP4 GP5 GP6 GP7 GP8 GP9 GPCK
GPIO0 GPIO1 GPIO10 GPIO11 GPIO12 GPIO13 GPIO14 GPIO15 GPIO16 GPIO17 GPIO18 GPIO19 GPIO2 GPIO20
GPIO21 GPIO22 GPIO23 GPIO24 GPIO25 GPIO26 GPIO27 GPIO28 GPIO29 GPIO3 GPIO4 GPIO5 GPIO6 GPIO7
GPIO8 GPIO9 GS2_HMSB GS4_HMSB GS8 GZIP GeneratorExit H I2C I2CTarget I2S IN INT INT16 INT32 INT64
INT8 INV_RX INV_TX IN_HIGH IN_LOW IOBase IOQueue IRQ_ADDR_MATCH_READ IRQ_ADDR_MATCH_WRITE
IRQ_BREAK IRQ_END_READ IRQ_END_WRITE IRQ_FALLING IRQ_READ_REQ IRQ_RISING IRQ_RXIDLE IRQ_SM0
IRQ_SM1 IRQ_SM2 IRQ_SM3 IRQ_TXIDLE IRQ_WRITE_REQ ImportError IndentationError IndexError
JOIN_NONE JOIN_RX JOIN_TX KeyError KeyboardInterrupt LED LITTLE_ENDIAN LONG LONGLONG LSB Lock
LockType LookupError Loop MATCH_ROM MONO MONO_HLSB MONO_HMSB MONO_VLSB MSB MVLSB MemoryError
NATIVE NameError NeoPixel None NoneType NotImplemented NotImplementedError ONE_SHOT OPEN_DRAIN
ORDER OSError OUT OUT_HIGH OUT_LOW OneWire OneWireError OrderedDict OverflowError PERIODIC PIO
PIO0 PIO1 PIOASMEmit PIOASMError POLLERR POLLHUP POLLIN POLLOUT PROTOCOL_TLS_CLIENT PTR PULL_DOWN
PULL_UP PWM PWRON_RESET Pin PinAF RAW RGB565 RTC RTS RX RingIO RuntimeError SEARCH_ROM SHIFT_LEFT
SHIFT_RIGHT SHORT SIO SKIP_ROM SOCK_STREAM SOL_SOCKET SO_REUSEADDR SPI SSLContext STEREO Server
Signal SingletonGenerator SoftI2C SoftSPI StateMachine StopAsyncIteration StopIteration Stream
StreamReader StreamWriter StringIO SyntaxError SystemExit TX Task TaskQueue TextIOWrapper
ThreadSafeFlag TimeoutError Timer TypeError UART UINT UINT16 UINT32 UINT64 UINT8 ULONG ULONGLONG
USB USBDevice USHORT UnicodeError VOID ValueError VfsFat VfsLfs2 ViperTypeError WDT WDT_RESET
ZLIB ZeroDivisionError _ _Remove __abs__ __add__ __aenter__ __aexit__ __aiter__ __all__ __and__
__anext__ __bases__ __bool__ __build_class__ __call__ __class__ __complex__ __contains__ __del__
__delattr__ __delete__ __delitem__ __dict__ __dir__ __divmod__ __enter__ __eq__ __exit__ __file__
__float__ __floordiv__ __ge__ __get__ __getattr__ __getitem__ __globals__ __gt__ __hash__
__iadd__ __import__ __init__ __int__ __invert__ __isub__ __iter__ __le__ __len__ __lshift__
__lt__ __main__ __matmul__ __mod__ __module__ __mul__ __name__ __ne__ __neg__ __new__ __next__
__or__ __path__ __pos__ __pow__ __qualname__ __radd__ __rand__ __repl_print__ __repr__
__reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__ __ror__ __rpow__ __rrshift__
__rshift__ __rsub__ __rtruediv__ __rxor__ __set__ __set_name__ __setattr__ __setitem__ __str__
__sub__ __traceback__ __truediv__ __version__ __xor__ _asyncio _attrs _build _dequeue _enqueue
_exc_context _exc_handler _io_queue _machine _mpy _onewire _ow _pio_directives _pio_funcs
_pio_instructions _promote_to_task _rp2 _run _search_rom _serve _stop_task _stopper _task_queue
_thread a2b_base64 abs abs_tol accept aclose acos acosh acquire active add add_program addr
addressof addrsize aes ahb_err align all alloc_emergency_exception_buf allocate_lock alt and_ any
append appendleft arg args argv array asin asinh asm_pio asm_pio_encode asm_thumb asr asyncio
atan atan2 atanh attr autopull autopush aw awrite awritestr b b2a_base64 backlog baudrate bdev
bin binascii bind bits bitstream bl blit block board bool bootloader bootsel_button bound_method
bpp bswap buf buffer buffering builtin_driver builtins busy bx bytearray bytearray_at bytecode
byteorder bytes bytes_at calcsize call_exception_handler callable callback cancel cb ceil center
chain_to channel chdir choice chr classmethod clear close closure clz cmath cmp code collect
collections compile complex cond config connect const context control_xfer_cb convert_temp copy
copysign core coro cos cosh count cpsid cpsie cpu crc32 crc8 create_task cryptolib ctrl cts
cur_task current_task data datetime dec decode decrypt deepsleep default
default_exception_handler deflate degrees deinit delattr delay delay_max deleter deque desc_cfg
desc_dev desc_strs dest dht_readinto dict dict_view diff difference difference_update digest dir
disable disable_irq discard divmod do_handshake_on_connect doc done drain dt dump dumps dupterm
dupterm_notify duty_ns duty_u16 e ellipse enable enable_irq encode encoding encrypt end endswith
enumerate ep_max er erf erfc errno errorcode esp eval event exc exc_type exception exec execfile
exit exp expm1 extend f fabs factorial feed fifo_join file fill fill_rect filter find firstbit
flags float floor flow flush fmod format framebuf freq frexp from_bytes fromhex fromkeys
frozenset fs funcs function future gamma gather gc generator get get_event_loop
get_exception_handler get_extra_info get_ident getaddrinfo getattr getcwd getrandbits getter
getvalue globals gmtime gpio group groups handler hard hasattr hash hashlib heap_lock heap_unlock
heapify heappop heappush heapq help hex hexlify high high_pri hline host humidity i ibuf id idle
idx ifempty iffull ilistdir imag implementation in_ in_base in_shiftdir inc_read inc_write index
indices inf init input insert instr int intersection intersection_update invert io ioctl ipoll
irq irq_quiet is_set isalpha isclose isdigit isdisjoint isenabled isfinite isinf isinstance
islower isnan isr isspace issubclass issubset issuperset isupper items iter iterable iterator
itf_max jmp jmp_pin join json kbd_intr keepends key keys l_rom label labels ldexp ldr ldrb ldrex
ldrh len lgamma libc_ver lightsleep line list listdir listen little load loads locals localtime
lock locked log log10 log2 lookahead loop low lower lsl lsr lstrip machine main main_task map
match math max maxsize measure mem mem16 mem32 mem8 mem_addrsize mem_alloc mem_free mem_info
memaddr memoryview message micropython min miso mkdir mkfs mktime mod mode modf modify module
modules mosi mount mov movt movw movwt mrs mtime n name namedtuple nan native new_event_loop
newline next noblock nodename nop not_osre not_x not_y null num_instr num_sideset object oct off
on onewire open open_connection open_itf_cb opt_level ord os osr out out_base out_buf out_init
out_shiftdir ow pack pack_ctrl pack_into parity partition pass_ path pc peek peername pend_throw
period ph_key phase pi pin pindirs pins pixel platform polar polarity poll poller poly pop
popitem popleft port pow print print_exception prog progsize property ps1 ps2 ptr ptr16 ptr32
ptr8 pull pull_thresh push push_thresh put pyb pyboard python_compiler qstr_info queue_read
queue_write r radians randint random randrange range rate rb rbit re read read_err read_scratch
read_temp read_u16 readbit readblocks readbyte readexactly readfrom readfrom_into readfrom_mem
readfrom_mem_into readinto readline readlines readonly readsize real rect register registers rel
rel_tol release remote_wakeup remove remove_program rename replace repr req required reset
reset_cause reset_cb restart return_exceptions reverse reversed rfind rindex ring_sel ring_size
rmdir rom round rp2 rpartition rsplit rstrip rts run run_forever run_until_complete runq_len rx
rx_fifo rxbuf s scan schedule sck scl scroll sd sda sdiv search seed seek select select_rom self
send sendbreak sep separators server_hostname server_side set set_base set_exception_handler
set_init setattr setblocking setdefault setsockopt setter sgen sha1 sha256 shift side side_pindir
sideset_base sideset_count sideset_init sideset_opt sin single sinh size sizeof sleep sleep_ms
sleep_us slice sniff_en socket soft_reset sort sorted span split splitlines sqrt src ssl
stack_size stack_use stall start start_new_thread start_pass start_server startswith stat state
state_machine staticmethod status statvfs stderr stdin stdout step stop str str_max strb stream
stream_awrite strex strh strip struct sub submit_xfer sum super symmetric_difference
symmetric_difference_update sync sys sysname sz t tan tanh task tau tb tell temperature text
threshold throw tick_hz ticks ticks_add ticks_cpu ticks_diff ticks_ms ticks_us time time_ns
time_pulse_us timeout timeout_char timing to_bytes toggle treq_sel trigger trunc tuple tx tx_fifo
txbuf txdone type uctypes udiv uint umount uname unhexlify uniform union unique_id unlink unpack
unpack_ctrl unpack_from unregister unsafe update upper urandom usys v value value2 values vcmp
vcvt_f32_s32 vcvt_s32_f32 version version_info vfs viper vldr vline vmov vmrs vneg vsqrt vstr
wait wait_closed wait_for wait_for_ms wait_io_event waiter waiting waitq_len wfi word wrap
wrap_socket wrap_target wrap_used write write_err write_readinto write_scratch writebit
writeblocks writebyte writeto writeto_mem writevto ws x x_dec x_not_y xfer_cb y y_dec zip
""".split()
)
