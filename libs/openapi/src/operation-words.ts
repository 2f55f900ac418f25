import type { Access, Endpoint } from '@outturn/contracts'

/** What an operation does, who may use it, and what a use costs a session. */
export function operationWords(route: Endpoint): string {
  const { description, access, sandboxUse, isRateLimited } = route
  const rights = [
    accessWords(access),
    ...(sandboxUse === undefined
      ? []
      : [`In the sandbox, each call counts towards the limit \`${sandboxUse}\` of the session.`]),
    ...(isRateLimited ? [] : ['Not rate limited.']),
  ]
  return [...(description === undefined ? [] : [description]), rights.join(' ')].join('\n\n')
}

function accessWords(access: Access): string {
  switch (access.kind) {
    case 'open':
      return 'Requires no credential.'
    case 'person':
      return `Requires a person who is signed in as ${access.roles.join(' or ')}.`
    case 'shared':
      return 'Requires the API key of a party, a sandbox session, or the share ID of the Spool.'
    case 'session': {
      if (!access.scopes.includes('counterparty')) {
        return 'Requires a sandbox session that was opened, not one that was invited.'
      }
      const tried = access.onlyDryRun === undefined ? '' : ' An invited session needs `dry_run=true`.'
      return `Requires a sandbox session.${tried}`
    }
    case 'key': {
      const { scopes, onlyDryRun = [], sandbox } = access
      const whole = scopes.filter((scope) => !onlyDryRun.includes(scope))
      const tried =
        onlyDryRun.length === 0 ? '' : `; with \`dry_run=true\` also of scope ${scopeWords(onlyDryRun)}`
      return `Requires an API key of scope ${scopeWords(whole)}${tried}${sandbox ? ', or a sandbox session.' : '. Not available in the sandbox.'}`
    }
    default:
      return access satisfies never
  }
}

function scopeWords(scopes: readonly string[]): string {
  return scopes.map((scope) => `\`${scope}\``).join(' or ')
}
