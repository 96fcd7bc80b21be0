import type { AnswerContext } from './answers/answer-context.ts';
import { draftAnswer } from './answers/draft-answer.ts';
import { applyFault } from './faults/fault-catalogue.ts';
import { renderPlan } from './plan/render-plan.ts';
import type { ResponsePlan } from './plan/response-plan.ts';
import type { UpstreamTurn } from './script/upstream-script.ts';

/** What will happen on the wire when a turn meets a request. Pure: the same arguments give the same bytes. */
export function planResponse(turn: UpstreamTurn, context: AnswerContext): ResponsePlan {
  const answer = draftAnswer(turn.answer, context);
  const draft = turn.faults.reduce((before, fault, mark) => applyFault(fault, before, mark) ?? before, answer);
  return renderPlan(draft);
}
