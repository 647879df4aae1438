"""Learners that others use, as baselines: PPO and NFSP, from nothing, in so many seconds"""
