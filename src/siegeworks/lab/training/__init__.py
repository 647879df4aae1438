"""Networks that learn from games to judge positions"""
