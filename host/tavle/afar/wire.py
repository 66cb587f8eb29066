# SPDX-License-Identifier: Apache-2.0
"""What tables say to each other over a broker of MQTT 3.1.1.

Everything is said retained and with QoS 1 under `tavle/games/GAME/SIDE/WORD`, and a side writes only below its own
name. Every connection has a client of its own that says everything once more: paho's own reconnecting sends what was on
its way when the connection broke behind what is newer.
"""

import json
import queue
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tavle.afar import missing
from tavle.errors import TavleError
from tavle.words.terminal import tr

ROOT = "tavle/games"
HELLO, LOG, HERE = "hello", "log", "here"
AWAY = {"is": "away"}
_KEEPALIVE_S = 20
_AGAIN_S = (0.3, 3.0)  # after a connection that broke: at first, at most
_LOOK_S = 0.02  # between two looks whether there is something to say
_LAST_LOOKS = 10
_NOT_THIS_USER = (0x86, 0x87)  # paho's reason codes: bad user name or password, not authorised
_CLOSE_S = 3.0
_LONGEST = 1 << 20  # bytes of a document that is read

Said = tuple[str, str, str, Any]
"""Game, side, word, document; None: it was taken away."""


@dataclass
class Broker:
    """Where the broker is.

    Attributes:
        host: its name or address.
        port: TCP port.
        user: as whom one is known there, "" for nobody.
        password: the user's.
        tls: whether the connection is encrypted, checked by the system's certificates.
        ca: a file of certificates to check it by instead, "" for the system's.
    """

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    tls: bool = False
    ca: str = ""


class Wire:
    """A connection to a broker that comes back.

    Args:
        broker: where it is.
        game: the game that is listened to; "+" for all.
        side: who says something; "" only listens.

    Attributes:
        connected: whether the broker is there.

    Raises:
        TavleError: the library is not installed.
    """

    def __init__(self, broker: Broker, game: str, side: str = ""):
        try:
            import paho.mqtt.client as mqtt
        except ImportError:
            raise missing(tr("paho-mqtt is not installed")) from None
        self.connected = False
        self._mqtt = mqtt
        self._broker = broker
        self._game = game
        self._side = side
        self._own = f"{ROOT}/{game}/{side}"
        self._said: dict[str, bytes] = {}
        self._told: dict[str, bytes] = {}  # in this connection
        self._heard: queue.SimpleQueue[tuple[str, bytes]] = queue.SimpleQueue()
        self._failure: TavleError | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="broker", daemon=True)
        self._thread.start()

    # In a thread of its own

    def _work(self) -> None:
        pause_s = _AGAIN_S[0]
        while not self._closing.is_set() and self._failure is None:
            client = self._client()
            try:
                client.connect(self._broker.host, self._broker.port, _KEEPALIVE_S)
            except OSError:
                pause_s = min(2 * pause_s, _AGAIN_S[1])
            except ValueError as error:
                self._failure = self._unusable(str(error))
            else:
                if self._live(client):
                    pause_s = _AGAIN_S[0]
            self._closing.wait(pause_s)

    def _client(self) -> Any:
        mqtt = self._mqtt
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
        if self._side:
            client.will_set(f"{self._own}/{HERE}", json.dumps(AWAY), qos=1, retain=True)
        if self._broker.user:
            client.username_pw_set(self._broker.user, self._broker.password or None)
        if self._broker.tls:
            client.tls_set(self._broker.ca or None, cert_reqs=ssl.CERT_REQUIRED)
        client.on_connect = self._on_connect
        client.on_message = self._on_message
        return client

    def _live(self, client: Any) -> bool:
        """Say and hear until the connection breaks; return whether there was one."""
        self._told = {}
        done = self._mqtt.MQTT_ERR_SUCCESS
        while client.loop(_LOOK_S) == done and self._failure is None:
            if self._closing.is_set():
                self._goodbye(client)
                break
            if self.connected:
                self._tell(client)
        lived, self.connected = self.connected, False
        return lived

    def _tell(self, client: Any) -> None:
        for word, data in list(self._said.items()):
            if self._told.get(word) != data:
                self._told[word] = data
                client.publish(f"{self._own}/{word}", data, qos=1, retain=True)

    def _goodbye(self, client: Any) -> None:
        """Say what is still to be said, and that this side goes: the will is for those who cannot."""
        if self.connected:
            if self._side:
                self.say(HERE, AWAY)
            self._tell(client)
            for _ in range(_LAST_LOOKS):
                client.loop(_LOOK_S)
        client.disconnect()

    def _on_connect(self, client: Any, _user: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            if reason.value in _NOT_THIS_USER:
                self._failure = self._unusable(str(reason))
            client.disconnect()
            return
        client.subscribe(f"{ROOT}/{self._game}/+/+", qos=1)
        self.connected = True

    def _on_message(self, _client: Any, _user: Any, message: Any) -> None:
        if len(message.payload) <= _LONGEST:
            self._heard.put((message.topic, message.payload))

    # In one's own

    def say(self, word: str, doc: Any) -> None:
        """Say something from now on; None takes it away."""
        self._said[word] = b"" if doc is None else json.dumps(doc, separators=(",", ":")).encode()

    def repeat(self, word: str) -> None:
        """Say something once more, where somebody else has said it in this side's name."""
        self._told.pop(word, None)

    def heard(self) -> Iterator[Said]:
        """Yield what has been said since.

        Raises:
            TavleError: the broker refuses this user.
        """
        if self._failure is not None:
            raise self._failure
        while not self._heard.empty():
            topic, data = self._heard.get()
            *_, game, side, word = topic.split("/")
            try:
                yield game, side, word, json.loads(data) if data else None
            except (ValueError, RecursionError):
                continue  # not one of ours

    def close(self) -> None:
        """End the connection."""
        self._closing.set()
        self._thread.join(_CLOSE_S)

    def _unusable(self, why: str) -> TavleError:
        return TavleError(
            tr("cannot use the broker {host}", host=self._broker.host), why,
            tr("see --broker, --broker-port, --user and TAVLE_LINK_PASSWORD"),
        )  # fmt: skip
