import { replayPromise } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { AuditDeps } from '../deps.ts'
import { createAuditAnswer } from '../flows/answer-audit.ts'

export function handleReplayPromise(deps: AuditDeps): Handler<typeof replayPromise> {
  const answer = createAuditAnswer(deps, { command: replayPromise.name, kind: 'promise_replay' })
  return async ({ replay }, context) =>
    answer(context, replay.bytes.byteLength, ({ accountId, auditId, place }) =>
      deps.auditor.replayPromise(
        { request: replay.bytes, auditId, slug: deps.slug },
        { accountId, deadline: place.waitUntil, onStarted: place.started },
      ),
    )
}
