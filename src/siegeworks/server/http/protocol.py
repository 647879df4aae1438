"""All messages of the wire protocol, in the order in which it is documented."""

from __future__ import annotations

from siegeworks.server import messages as m
from siegeworks.server.jobs import findings

MESSAGE_UNIONS = {"ClientMessage": m.ClientMessage, "ServerMessage": m.ServerMessage}
REQUEST_BODIES = (
    m.GameQuery,
    m.NewTable,
    m.MyTables,
    m.InvitationRequest,
    m.TakeSeat,
    m.RenewSeats,
    m.ReplayRequest,
    m.LessonRequest,
    m.PuzzleTry,
    m.RandomMapRequest,
    m.InspectRequest,
    m.CheckRequest,
    m.AnalysisRequest,
    m.BranchRequest,
    m.BranchEnd,
)
RESPONSE_BODIES = (
    m.ErrorBody,
    m.Games,
    m.GameDetails,
    m.Rulebook,
    m.RuleExamples,
    findings.GameBalance,
    m.Lobby,
    m.TableStatuses,
    m.TablePosition,
    m.TableOpened,
    m.OpenedChance,
    m.InvitationInfo,
    m.SeatTaken,
    m.Replay,
    m.Lessons,
    m.LessonStep,
    m.PuzzleGames,
    m.Puzzles,
    m.Puzzle,
    m.PuzzleAnswer,
    m.MapList,
    m.MapDrawing,
    m.MapInspection,
    m.CheckStarted,
    findings.CheckProgress,
    m.AnalysisStarted,
    findings.AnalysisProgress,
    m.Branch,
    findings.BranchSearch,
    m.BranchRecord,
    m.Health,
)
