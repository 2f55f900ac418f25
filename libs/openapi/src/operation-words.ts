import type { Access, Endpoint } from '@outturn/contracts'

/** Who may use an operation, and what a use costs a session. */
export function operationWords({ access, sandboxUse, isRateLimited }: Endpoint): string {
  return [
    accessWords(access),
    ...(sandboxUse === undefined ? [] : [`A sandbox session uses one of its \`${sandboxUse}\`.`]),
    ...(isRateLimited ? [] : ['Not rate limited.']),
  ].join(' ')
}

function accessWords(access: Access): string {
  switch (access.kind) {
    case 'open':
      return 'Requires no credential.'
    case 'person':
      return `Requires a person who is signed in as ${access.roles.join(' or ')}.`
    case 'shared':
      return 'Requires the API key of a party, a sandbox session, or the share ID of the Spool.'
    case 'session':
      return access.scopes.includes('counterparty')
        ? 'Requires a sandbox session.'
        : 'Requires a sandbox session that was opened, not one that was invited.'
    case 'key': {
      const scopes = access.scopes.map((scope) => `\`${scope}\``).join(' or ')
      return `Requires an API key of scope ${scopes}${access.sandbox ? ', or a sandbox session.' : '. Not available in the sandbox.'}`
    }
    default:
      return access satisfies never
  }
}
