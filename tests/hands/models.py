# SPDX-License-Identifier: Apache-2.0
"""The models of hands, by what they do."""

from adversarial import AdversarialHands
from hand_model import HandModel
from noisy import NoisyHands
from stubborn import StubbornHands
from thinking import ThinkingHands
from unwary import UnwaryHands
from wandering import WanderingHands

MODELS: dict[str, type[HandModel]] = {
    "noisy": NoisyHands,
    "stubborn": StubbornHands,
    "adversarial": AdversarialHands,
    "thinking": ThinkingHands,
    "unwary": UnwaryHands,
    "wandering": WanderingHands,
}
