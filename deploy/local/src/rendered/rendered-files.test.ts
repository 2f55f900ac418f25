import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allBusPermissions } from './bus-permissions.ts'
import { renderComposeFile } from './compose-file.ts'
import { renderNatsConfig } from './nats-config.ts'
import { composeFile, natsConfigFile, rolesFile } from '../places.ts'
import { renderRolesSql } from '../database/roles-sql.ts'

test('the committed bus configuration is what the contracts say', () => {
  expect(readFileSync(natsConfigFile, 'utf8')).toBe(renderNatsConfig())
})

test('the committed roles are what the contracts say', () => {
  expect(readFileSync(rolesFile, 'utf8')).toBe(renderRolesSql())
})

test('the committed compose file is what the contracts say', () => {
  expect(readFileSync(composeFile, 'utf8')).toBe(renderComposeFile())
})

test('only deploy may make or delete streams and consumers', () => {
  const powerful = allBusPermissions().filter(({ publish }) =>
    publish.some((subject) =>
      /^(>|\*|\$JS\.API\.(>|STREAM|CONSUMER\.(CREATE|DURABLE|DELETE)))/.test(subject),
    ),
  )
  expect(powerful.map(({ userName }) => userName)).toEqual(['deploy'])
})

test('no user may reach the other environment or another user’s inbox', () => {
  for (const { userName, publish, subscribe } of allBusPermissions()) {
    if (userName === 'deploy') continue
    const foreign = userName.endsWith('_demo')
      ? /^(\$JS\..*\.PRODUCTION_|production\.)/
      : /^(\$JS\..*\.DEMO_|demo\.)/
    expect([...publish, ...subscribe].filter((subject) => foreign.test(subject))).toEqual([])
    expect(subscribe.filter((subject) => subject.startsWith('_INBOX'))).toEqual([`_INBOX_${userName}.>`])
  }
})
