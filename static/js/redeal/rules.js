// The rules of the games (rules.md): exported from the engine's tables by
// `python -m tools.checker`. Not edited by hand; a test compares it with them.

export const RULES = {
  "format": "blackjack-transcript/1",
  "unit": 100,
  "cards": {
    "2S": 2,
    "3S": 3,
    "4S": 4,
    "5S": 5,
    "6S": 6,
    "7S": 7,
    "8S": 8,
    "9S": 9,
    "0S": 10,
    "JS": 10,
    "QS": 10,
    "KS": 10,
    "AS": 11,
    "2C": 2,
    "3C": 3,
    "4C": 4,
    "5C": 5,
    "6C": 6,
    "7C": 7,
    "8C": 8,
    "9C": 9,
    "0C": 10,
    "JC": 10,
    "QC": 10,
    "KC": 10,
    "AC": 11,
    "2D": 2,
    "3D": 3,
    "4D": 4,
    "5D": 5,
    "6D": 6,
    "7D": 7,
    "8D": 8,
    "9D": 9,
    "0D": 10,
    "JD": 10,
    "QD": 10,
    "KD": 10,
    "AD": 11,
    "2H": 2,
    "3H": 3,
    "4H": 4,
    "5H": 5,
    "6H": 6,
    "7H": 7,
    "8H": 8,
    "9H": 9,
    "0H": 10,
    "JH": 10,
    "QH": 10,
    "KH": 10,
    "AH": 11
  },
  "dealer_stands_on": 17,
  "returned_for_two": {
    "blackjack": 5,
    "win": 4,
    "push": 2,
    "lose": 0,
    "bust": 0,
    "surrender": 1
  },
  "insurance_returns": 3,
  "shuffle_label": "blackjack-player-shuffle/1",
  "schemes": {
    "1D2P": {
      "dealer_first": true,
      "dealer_cards": 1
    },
    "2D2P": {
      "dealer_first": true,
      "dealer_cards": 2
    },
    "2P1D": {
      "dealer_first": false,
      "dealer_cards": 1
    },
    "2P2D": {
      "dealer_first": false,
      "dealer_cards": 2
    }
  },
  "default_scheme": "1D2P",
  "hole_card_scheme": "2P2D",
  "bingo": {
    "cells": [
      17,
      18,
      19,
      20,
      21
    ],
    "jackpot_rounds": 5,
    "pay_tables": {
      "1": {
        "three": 1,
        "four": 3,
        "full_house": 10,
        "jackpot": 60
      }
    },
    "newest_pay_table": 1
  },
  "newest": 1,
  "versions": {
    "1": {
      "double-deck": {
        "variant": "double-deck",
        "decks": 2,
        "boxes": 3,
        "dealer_card": "no_hole_card",
        "dealer_plays_out": false,
        "insurance": "on_the_turn",
        "hits_soft_17": true,
        "double_on": {
          "totals": [
            11
          ],
          "aces": true
        },
        "double_after_split": false,
        "max_hands": 2,
        "resplit_aces": false,
        "surrender": "none",
        "expert_mode": true,
        "kept_shoe": null,
        "bingo": false
      },
      "six-deck": {
        "variant": "six-deck",
        "decks": 6,
        "boxes": 3,
        "dealer_card": "no_hole_card",
        "dealer_plays_out": false,
        "insurance": "on_the_turn",
        "hits_soft_17": false,
        "double_on": {
          "totals": [
            9,
            10,
            11
          ],
          "aces": true
        },
        "double_after_split": true,
        "max_hands": 2,
        "resplit_aces": false,
        "surrender": "early_not_against_ace",
        "expert_mode": false,
        "kept_shoe": null,
        "bingo": false
      },
      "classic": {
        "variant": "classic",
        "decks": 6,
        "boxes": 5,
        "dealer_card": "hole_card",
        "dealer_plays_out": true,
        "insurance": "before_play",
        "hits_soft_17": false,
        "double_on": {
          "totals": null,
          "aces": true
        },
        "double_after_split": true,
        "max_hands": 2,
        "resplit_aces": false,
        "surrender": "none",
        "expert_mode": false,
        "kept_shoe": {
          "replaced_from": 208,
          "closable_from": 156
        },
        "bingo": false
      },
      "bingo": {
        "variant": "bingo",
        "decks": 6,
        "boxes": 5,
        "dealer_card": "hole_card",
        "dealer_plays_out": true,
        "insurance": "before_play",
        "hits_soft_17": false,
        "double_on": {
          "totals": null,
          "aces": false
        },
        "double_after_split": true,
        "max_hands": 4,
        "resplit_aces": true,
        "surrender": "late_not_against_ace",
        "expert_mode": false,
        "kept_shoe": {
          "replaced_from": 156,
          "closable_from": 117
        },
        "bingo": true
      }
    }
  }
};
