"""The wire protocol: every message and every HTTP body, as one type each. Knows no other room.

Incoming data is checked against these types before anything else looks at it: unknown fields are
refused, and every text and list is bounded.
"""

from siegeworks.server.messages.accounts import *
from siegeworks.server.messages.base import *
from siegeworks.server.messages.drawing import *
from siegeworks.server.messages.from_client import *
from siegeworks.server.messages.from_server import *
from siegeworks.server.messages.games import *
from siegeworks.server.messages.learning import *
from siegeworks.server.messages.notifications import *
from siegeworks.server.messages.ratings import *
from siegeworks.server.messages.replays import *
from siegeworks.server.messages.tables import *
