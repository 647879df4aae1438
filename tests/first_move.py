"""Play a first move against a bot, as the page does: `python -m tests.first_move URL`"""

import sys

from tests.server.served import Client

GAME = "siege-master"


def first_answered_move(address: str) -> str:
    """Open a table, move, and wait for the bot's answer; the answer."""
    client = Client(address)
    with client.connections:
        player = client.at(client.table(GAME, "me", "1"), 0)
        while not player.view.get("legal"):  # the bot may begin
            player.hear("view")
        before, own = player.view["version"], player.view["to_act"]
        answer = player.act()
        assert answer["type"] == "accepted", answer
        while True:
            steps = player.view["steps"] if player.view["version"] > before else []
            answers = [step["token"] for step in steps if step["actor"] != own]
            if answers:
                return answers[0]
            player.hear("view")


if __name__ == "__main__":
    print(first_answered_move(sys.argv[1]))
