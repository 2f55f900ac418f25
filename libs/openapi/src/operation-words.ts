import type { Access, Endpoint } from '@outturn/contracts'

/** What an operation answers with, who may use it, and what sending it again does. */
export function operationWords({
  success,
  access,
  sandboxUse,
  method,
  isRateLimited,
  paidBy,
}: Endpoint): string {
  return [
    `Answers ${success.status}: ${success.description}`,
    accessWords(access),
    ...(sandboxUse === undefined ? [] : [`A sandbox session spends one of its \`${sandboxUse}\`.`]),
    ...(paidBy === 'x402' ? ['Sent again with the same payment it gets the same answer.'] : []),
    ...(method === 'POST' ? ['With an `Idempotency-Key` it can be sent again without a second effect.'] : []),
    ...(isRateLimited ? [] : ['It is not counted against the rate limit.']),
  ].join(' ')
}

function accessWords(access: Access): string {
  switch (access.kind) {
    case 'open':
      return 'Open to anyone.'
    case 'shared':
      return 'For a key of the parties, a sandbox session, or anyone who has the share id.'
    case 'session':
      return access.scopes.includes('counterparty')
        ? 'For a sandbox session.'
        : 'For a sandbox session that was opened, not one that was invited.'
    case 'key':
      return `For a key of scope ${access.scopes.join(' or ')}${access.sandbox ? ', or a sandbox session' : '; the sandbox does not have it'}.`
    default:
      return access satisfies never
  }
}
