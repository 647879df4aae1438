"""Campaigns as tests run them."""

from siegeworks.lab.campaign import arriving


def results_of(campaign, executor, kept=None):
    """All results of a campaign, in the order of its units."""
    results = dict(arriving(campaign, executor, kept))
    return [results[unit] for unit in range(campaign.units)]
