// SPDX-License-Identifier: Apache-2.0
/** Reading aloud with the browser's own speech, for those who listen. */

import { keep, recall } from "./memory.js";
import { byId } from "./svg.js";
import { language } from "./text.js";

export class Speech {
  constructor() {
    this.button = byId("speak");
    this.on = recall("tavle-speak") === "yes";
    this.last = "";
    this.button.hidden = !("speechSynthesis" in window);
    this.button.addEventListener("click", () => {
      this.on = !this.on;
      keep("tavle-speak", this.on ? "yes" : "no");
      this.show();
      if (this.on) this.again();
      else window.speechSynthesis.cancel();
    });
    this.show();
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.on));
  }

  /** Say a sentence, once. @param {string} text */
  say(text) {
    if (text === this.last) return;
    this.last = text;
    if (this.on) this.again();
  }

  /** Say the last sentence again. */
  again() {
    if (!("speechSynthesis" in window) || !this.last) return;
    const spoken = new SpeechSynthesisUtterance(this.last);
    spoken.lang = language === "nb" ? "nb-NO" : language;
    window.speechSynthesis.cancel();
    window.speechSynthesis.speak(spoken);
  }
}
