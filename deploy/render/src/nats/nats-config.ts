import { maxParts } from '@outturn/messaging'
import { allBusPermissions, type BusPermissions, natsPasswordVariable } from '@outturn/model'

/** The whole configuration of nats-server: limits, and one user for each service and environment. */
export function renderNatsConfig(): string {
  return `# Rendered from deploy/model by \`npm run render:deployment\`; change it there.
#
# Every user has a list of what it may publish and subscribe to; the rest is refused. Passwords come from the environment
# and must begin with a letter, or nats-server reads them as numbers. Address, ports and store are given on the command line.

max_payload: 8MB
max_connections: 1000
write_deadline: "10s"

# Postgres is the record and everything unfinished is published again from there, so messages need not reach the disk
# before they are acknowledged: losing this store loses nothing.
jetstream {
  max_memory_store: 256MB
  max_file_store: 20GB
}

authorization {
  timeout: 5
  users: [
${allBusPermissions().map(renderUser).join('\n')}
  ]
}
`
}

// The parts of one packet may be answered one by one.
const repliesRule = `\n        allow_responses: { max: ${maxParts}, expires: "2m" }`

function renderUser({ userName, publish, subscribe, mayReply }: BusPermissions): string {
  const publishRule =
    publish.length === 0 ? 'publish: { deny: ">" }' : `publish: { allow: ${renderList(publish)} }`
  return `    {
      user: ${userName}
      password: $${natsPasswordVariable(userName)}
      permissions: {
        ${publishRule}
        subscribe: { allow: ${renderList(subscribe)} }${mayReply ? repliesRule : ''}
      }
    }`
}

function renderList(subjects: string[]): string {
  return `[\n${subjects.map((subject) => `          "${subject}"`).join('\n')}\n        ]`
}
