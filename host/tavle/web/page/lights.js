// SPDX-License-Identifier: Apache-2.0
/** The lights as glow, in the colours on the WS2812 line: one canvas, drawn once a frame. */

// The brightness setting makes of a full pixel about this much; brighter looks the same.
const FULL = 110;
// A WS2812 is linear in its number, a screen is not.
const GAMMA = 2.2;
const RADIUS_MM = 27;
// A lit window is brightest in its middle, and shines on the face around it: [distance from the middle (0 to 1), strength].
const GLOW = [[0, 1], [0.3, 0.95], [0.36, 0.62], [0.5, 0.3], [0.72, 0.09], [1, 0]];
const HEART = [[0, 0.95], [0.16, 0.7], [0.34, 0]];
const WHITE = [[0, 1], [0.27, 1], [0.33, 0]];
// White light is seen on white paper by its warmth.
const WARM = [255, 190, 60];
const DARK = matchMedia("(prefers-color-scheme: dark)");
const SEAT_SCALE = 0.62;
const SPRITE_PX = 96;
const MOST_SPRITES = 400;

export class Lights {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    /** @type {Map<string, HTMLCanvasElement>} */
    this.sprites = new Map();
    this.items = [];
    this.hex = "";
    /** Names of the spaces that are lit. @type {Set<string>} */
    this.lit = new Set();
    /** Called with a colour and its seat's light as CSS. @type {(colour: string, css: string, level: number) => void} */
    this.seatChanged = () => {};
    this.seats = new Map();
    new ResizeObserver(() => this.fit()).observe(canvas);
    DARK.addEventListener("change", () => {
      this.sprites.clear();
      this.draw();
    });
  }

  /**
   * Take the lights of a board, all dark.
   * @param {object} board
   */
  setUp(board) {
    this.items = [];
    for (const item of [...board.spaces, ...board.seats]) this.items[item.led] = item;
    [this.width] = board.size;
    this.hex = "";
    this.seats.clear();
    this.fit();
  }

  fit() {
    const scale = Math.min(2, window.devicePixelRatio || 1);
    const { width, height } = this.canvas.getBoundingClientRect();
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.draw();
  }

  /**
   * Show a frame.
   * @param {string} hex red, green, blue of every light, two digits each; "" for a dark table
   */
  show(hex) {
    if (hex === this.hex) return;
    this.hex = hex;
    this.draw();
  }

  draw() {
    if (!this.width) return;
    const { context, canvas } = this;
    const k = canvas.width / this.width;
    context.clearRect(0, 0, canvas.width, canvas.height);
    const lit = new Set();
    this.items.forEach((item, led) => {
      const now = this.hex.slice(6 * led, 6 * led + 6) || "000000";
      const [css, level] = colourOf(now);
      if (item.kind === "seat") this.seat(item.colour, css, level);
      if (!level) return;
      lit.add(item.name);
      const r = RADIUS_MM * (item.kind === "seat" ? SEAT_SCALE : 1) * k;
      context.globalAlpha = level;
      context.drawImage(this.sprite(css), item.x * k - r, item.y * k - r, 2 * r, 2 * r);
    });
    context.globalAlpha = 1;
    const told = [...lit].join(" ");
    if (canvas.dataset.lit !== told) canvas.dataset.lit = told;
    this.lit = lit;
  }

  seat(colour, css, level) {
    const told = `${css} ${level}`;
    if (this.seats.get(colour) === told) return;
    this.seats.set(colour, told);
    this.seatChanged(colour, css, level);
  }

  sprite(css) {
    let sprite = this.sprites.get(css);
    if (sprite) return sprite;
    if (this.sprites.size >= MOST_SPRITES) this.sprites.clear();
    sprite = document.createElement("canvas");
    sprite.width = sprite.height = SPRITE_PX;
    const context = sprite.getContext("2d");
    const half = SPRITE_PX / 2;
    const paint = (channels, stops) => {
      const fade = context.createRadialGradient(half, half, 0, half, half, half);
      for (const [at, strength] of stops) fade.addColorStop(at, `rgb(${channels.join(" ")} / ${strength})`);
      context.fillStyle = fade;
      context.fillRect(0, 0, SPRITE_PX, SPRITE_PX);
    };
    const colour = css.match(/\d+/g).map(Number);
    const white = Math.min(...colour) > 200;
    paint(white && !DARK.matches ? WARM : colour, GLOW);
    paint([255, 255, 250], white ? WHITE : HEART);
    this.sprites.set(css, sprite);
    return sprite;
  }
}

/**
 * Return a light as a CSS colour of full strength, and how strong it is (0 to 1).
 * @param {string} hex
 * @returns {[string, number]}
 */
export function colourOf(hex) {
  const value = parseInt(hex, 16);
  const channels = [value >> 16, (value >> 8) & 255, value & 255];
  const peak = Math.max(...channels);
  if (!peak) return ["rgb(0 0 0)", 0];
  const level = Math.min(1, peak / FULL) ** 0.5;
  const screen = channels.map((c) => Math.round(255 * (c / peak) ** (1 / GAMMA)));
  return [`rgb(${screen.join(" ")})`, level];
}
