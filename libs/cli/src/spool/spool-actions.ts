import type { Spool } from '@outturn/sdk'

type Action = Spool['economics']['allowed_actions'][number]

/** Actions that are commands of `outturn spool`; the others are calls of the interface. */
const commands = new Set<Action>([
  'propose',
  'accept',
  'decline',
  'amend',
  'quote',
  'cancel',
  'abandon',
  'evidence',
  'verify',
  'complete',
])

/** What the caller can do now, as commands first. */
export function actionsText(actions: readonly Action[]): string {
  const known = actions.filter((action) => commands.has(action))
  const others = actions.filter((action) => !commands.has(action))
  const parts = [
    known.length === 0 ? '' : `outturn spool ${known.join(' | ')}`,
    others.length === 0 ? '' : `over the API ${others.join(', ')}`,
  ]
  return parts.filter((part) => part !== '').join('; ') || 'nothing now'
}
