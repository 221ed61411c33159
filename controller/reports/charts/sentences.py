"""The words that charts have, each by its name: what is written in the picture, and the sentence that says the same."""

from functools import partial

from controller.present.sentences import Sentence, sentence
from controller.reports.words import spot_name
from controller.table.rules import Rules

SENTENCES = {
    "seat": "seat {seat}",
    "month_1": "Jan {day}",
    "month_2": "Feb {day}",
    "month_3": "Mar {day}",
    "month_4": "Apr {day}",
    "month_5": "May {day}",
    "month_6": "Jun {day}",
    "month_7": "Jul {day}",
    "month_8": "Aug {day}",
    "month_9": "Sep {day}",
    "month_10": "Oct {day}",
    "month_11": "Nov {day}",
    "month_12": "Dec {day}",
    "one_day": "{day}, {year}",
    "days": "{first} to {last}, {year}",
    "days_of_years": "{first}, {began} to {last}, {year}",
    # the meters
    "meter": "What the meter stood at",
    "meters": "What the meters stood at",
    "post": "post",
    "win": "win",
    "nothing": "There is nothing to show of this time.",
    "unknown": "Nothing is known.",
    "course": "{title}, {span}: from {opening} to {closing}, with {posts} and {wins}.",
    "no_posts": "no posts",
    "one_post": "1 post",
    "posts": "{number} posts",
    "no_wins": "no wins",
    "one_win": "1 win of {amount}",
    "wins": "{number} wins of {amount}",
    # the wagers
    "no_wager": "No wager was locked in this time.",
    "wagers_by_seat": "Wagers by seat",
    "wagers_by_day": "Wagers by day and seat",
    "wagers_under": "{span}: {number} wagers, {amount}",
    "above_and_below": "{span}: above in dollars, below the number of lit bets",
    "wagers": "Wagers, {span}: {number}, {amount}.",
    "wagers_seats": "{seats}.",
    "most": "The most was {amount}, on {day}.",
    "seat_figure": "{name} {figure}",
    # take-up
    "take_up_by_seat": "Take-up by seat",
    "take_up_under": "{span}: of {rounds} locked rounds so many had the seat lit",
    "no_round": "No round was locked in this time.",
    "take_up_none": "Take-up, {span}: no round was locked.",
    "take_up": "Take-up of {rounds} rounds, {span}: {seats}.",
    # the wins
    "odds": "Wins beside the exact odds",
    "odds_under": "{span}, with the band of 99 %",
    "whole_hand": "The dealer's whole hand decides these wagers: there are no odds to draw.",
    "no_odds": "Wins, {span}: {why}",
    "wins_told": "Wins, {span}: {awards}.",
    "award_figure": "{award} {hits} of {expected} expected",
    "hits": "hits",
    "expected": "expected",
    "band": "band",
    "too_few": "{hits}, too few",
    "too_many": "{hits}, too many",
}

say = partial(sentence, SENTENCES)


def seat(rules: Rules, spot: str) -> Sentence:
    return say("seat", seat=spot_name(rules, spot).removeprefix("seat "))
