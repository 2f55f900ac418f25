import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { allBusPermissions } from '@outturn/model'
import { expect, test } from 'vitest'
import { renderedFiles } from './rendered-files.ts'

test.each(renderedFiles.map((each) => [basename(each.file), each] as const))(
  'the committed %s is what the model says',
  (_, { file, render }) => {
    expect(readFileSync(file, 'utf8')).toBe(render())
  },
)

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
