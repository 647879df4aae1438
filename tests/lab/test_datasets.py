"""A data set holds the games that were played, step by step, and says how it was made."""

import json
from pathlib import Path

import numpy as np
import pytest

from siegeworks import Dataset, SiegeworksError
from siegeworks.cli import run
from siegeworks.core.contract import TERMINAL
from siegeworks.lab.datasets.dataset import ARRAYS
from siegeworks.lab.datasets.self_play import CHANCE_STEP, SelfPlay
from tests.variants import every_game

BOTS = ("--bot", "random", "--random", "3", "--seed", "5")


def made(folder: Path, game: str, *arguments: str) -> Dataset:
    assert run(["dataset", game, "-n", "10", "--out", str(folder), *BOTS, *arguments]) == 0
    return Dataset(folder)


@every_game
def test_every_game_can_be_played_again_to_the_end_that_is_noted(name, tmp_path):
    data = made(tmp_path, name)
    game, returns = data.game, data.returns()
    assert len(data) == 10
    for k in range(len(data)):
        state = game.new_state()
        for actor, choice in data.steps(k):
            assert actor == (int(state.to_act) if state.to_act >= 0 else CHANCE_STEP)
            game.apply(state, choice)  # which checks that it is legal
        assert state.to_act == TERMINAL
        assert game.returns(state) == pytest.approx(returns[k].tolist())
        assert int(state.winners) == data.array("winners")[k]
        assert game.endings[int(state.ending)] == game.endings[data.array("ending")[k]]
        assert int(state.first) == data.array("first")[k]


def test_decisions_are_the_actions_in_the_states_in_which_they_were_taken(tmp_path):
    data = made(tmp_path, "kings-ransom")
    openings = data.array("opening")
    assert set(openings.tolist()) <= {0, 1, 2, 3} and len(set(openings.tolist())) > 1
    for k in range(len(data)):
        decisions = list(data.decisions(k))
        assert [d.is_random for d in decisions].count(True) == openings[k]
        for state, seat, action, _ in decisions:
            assert state.to_act == seat
            assert action in data.game.legal_actions(state)
        assert len({state.tobytes() for state, *_ in decisions}) > 1


def arrays(folder: Path) -> dict[str, bytes]:
    return {name: (folder / f"{name}.npy").read_bytes() for name in ARRAYS}


@pytest.mark.long
def test_the_same_seed_makes_the_same_files_on_any_number_of_processes(tmp_path):
    for folder, jobs in (("one", "1"), ("two", "2")):
        made(tmp_path / folder, "expansion", "--jobs", jobs, "-n", "20")
    assert arrays(tmp_path / "one") == arrays(tmp_path / "two")


def test_an_interrupted_run_continues(tmp_path, monkeypatch):
    made(tmp_path / "whole", "expansion", "-n", "30")
    play, played = SelfPlay._play, []

    def interrupted(self, unit, number):
        if unit.number == 1 and number == 5:
            raise KeyboardInterrupt
        played.append((unit.number, number))
        return play(self, unit, number)

    arguments = ["dataset", "expansion", "-n", "30", "--out", str(tmp_path / "cut"), *BOTS]
    monkeypatch.setattr(SelfPlay, "_play", interrupted)
    assert run(arguments) == 130
    with pytest.raises(SiegeworksError, match="there is no data set here"):
        Dataset(tmp_path / "cut")
    monkeypatch.setattr(SelfPlay, "_play", play)
    assert run([part for part in arguments if part not in ("--seed", "5")]) == 0  # it is kept
    assert arrays(tmp_path / "cut") == arrays(tmp_path / "whole")
    assert not (tmp_path / "cut" / "games.jsonl").exists()


def test_the_datasheet_says_what_is_in_it_and_how_it_was_made(tmp_path):
    made(tmp_path, "siege-by-number", "-o", "seats=3")
    sheet = (tmp_path / "datasheet.md").read_text()
    for heading in ("Motivation", "Composition", "Collection", "Uses", "Distribution"):
        assert f"\n## {heading}" in sheet
    assert sheet.startswith("# Siege by Number seats=3: 10 games\n")
    assert all(f"`{name}.npy`" in sheet for name in ARRAYS)
    assert "random plays every seat" in sheet
    index = json.loads((tmp_path / "dataset.json").read_text())
    assert (index["seed"], index["games"], index["bots"]) == (5, 10, ["random"])


def test_damage_and_other_rules_are_noticed(tmp_path):
    data = made(tmp_path / "games", "expansion")
    assert data.damaged() == []
    np.save(tmp_path / "games" / "winners.npy", np.zeros(10, np.uint8))
    assert Dataset(tmp_path / "games").damaged() == ["winners.npy"]
    (tmp_path / "games" / "choices.npy").write_bytes(b"half")
    with pytest.raises(SiegeworksError, match=r"choices\.npy: missing or damaged"):
        list(Dataset(tmp_path / "games").steps(0))
    index = json.loads((tmp_path / "games" / "dataset.json").read_text())
    for change, sentence in (
        ({"ruleset": 99}, "version 99 of the rules of Expansion"),
        ({"format": 9}, "format 9; this version reads 1"),
        ({"game": "chess"}, "There is no game 'chess'"),
        (None, "not the index of a data set"),
    ):
        text = json.dumps(change and index | change)
        (tmp_path / "games" / "dataset.json").write_text(text)
        with pytest.raises(SiegeworksError, match=sentence):
            Dataset(tmp_path / "games")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bot", "greedy", "--bot", "random", "--bot", "greedy"], "3 bots cannot share 2 seats"),
        (["--bot", "deep-red"], "There is no bot 'deep-red'"),
        (["--bot", "cheat"], "There is no bot 'cheat'"),
        (["--random", "-1"], "--random -1: give a number from 0 to 100."),
        (["-n", "0"], "-n 0: give a number of games"),
    ],
)
def test_bad_requests_are_answered_with_a_sentence(arguments, sentence, tmp_path, capsys):
    assert run(["dataset", "expansion", "--out", str(tmp_path / "new"), *arguments]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_a_data_set_is_not_overwritten(tmp_path, capsys):
    made(tmp_path, "expansion")
    before = arrays(tmp_path)
    assert run(["dataset", "expansion", "--out", str(tmp_path)]) == 2
    assert "holds a data set already" in capsys.readouterr().err
    assert arrays(tmp_path) == before
