"""Which of nine sizes of the box of stones makes the best game of Nobles and Peasants?

Best means here: nothing shows that a seat is favoured, and the lead changes most often.

python examples/best_variant.py [GAMES [BOT]]
"""

import sys

from siegeworks import lab

VARIANTS = [{"stones": str(stones)} for stones in range(12, 21)]


def main() -> None:
    """Compare and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    players = sys.argv[2] if len(sys.argv) > 2 else "level:3"
    comparison = lab.compare("nobles-and-peasants", VARIANTS, players=players, games=games, seed=1)
    ranked = []
    for report, options in zip(comparison.reports, VARIANTS, strict=True):
        verdicts = {verdict.key: verdict for part in report.sections for verdict in part.verdicts}
        figures = {
            metric.key: metric.estimate for part in report.sections for metric in part.metrics
        }
        unfair = verdicts["fair.seats"].answer == "no"
        lead = figures.get("alive.lead_changes")  # bots that don't search have no opinion
        ranked.append((unfair, -lead.value if lead else 0.0, options["stones"]))
    for place, (unfair, lead, stones) in enumerate(sorted(ranked), 1):
        words = "unfair" if unfair else "not shown to be unfair"
        print(f"{place}. {stones} stones: {words}, {-lead:.1f} changes of the lead in a game")


if __name__ == "__main__":
    main()
