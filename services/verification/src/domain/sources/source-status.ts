import type { SourceStatus } from './source.ts'

export type SourceChange = 'pause' | 'resume' | 'revoke'

/** The status of a source that is not revoked after a change by its account. */
export function nextStatus(status: SourceStatus, change: SourceChange): SourceStatus {
  switch (change) {
    case 'pause':
      return 'paused'
    case 'resume':
      return status === 'paused' ? 'active' : status
    case 'revoke':
      return 'revoked'
    default:
      return change satisfies never
  }
}
