import { once } from 'node:events'
import { connect } from 'node:net'
import { environments } from '@outturn/vocabulary'
import {
  allCommands,
  commandSubject,
  eventStream,
  jobConsumer,
  jobStream,
  runVerification,
  serviceNames,
} from '@outturn/contracts'
import { testNats } from '@outturn/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { allBusPermissions, natsPasswordVariable } from '@outturn/model'
import { natsConfigFile } from '@outturn/model/places'

const users = allBusPermissions()
const password = 'test'
const env = Object.fromEntries(users.map(({ userName }) => [natsPasswordVariable(userName), password]))
const nats = await testNats({ configFile: natsConfigFile, env })
afterAll(() => nats.stop())

/** Speaks the wire protocol itself: a client library would hide what the server refuses. Returns the refusals. */
async function say(userName: string, lines: string[], secret = password): Promise<string[]> {
  const { hostname, port } = new URL(nats.url)
  const socket = connect(Number(port), hostname)
  const hello = { user: userName, pass: secret, verbose: false, pedantic: false, lang: 'test', version: '1' }
  socket.write([`CONNECT ${JSON.stringify(hello)}`, ...lines, 'PING', ''].join('\r\n'))
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString()
    if (/^PONG/m.test(received)) socket.end()
  })
  await once(socket, 'close')
  return [...received.matchAll(/^-ERR '(.*)'/gm)].map(([, message = '']) => message)
}

const publish = (subject: string) => [`PUB ${subject} 0`, '']
const subscribe = (subject: string, queue = '') => [`SUB ${subject} ${queue} 1`]

const sayings = { Publish: publish, Subscription: (subject: string) => subscribe(subject) }

/** Says one thing after another on one connection: each is refused. */
async function expectRefused(
  userName: string,
  kind: keyof typeof sayings,
  subjects: string[],
): Promise<void> {
  const refusals = await say(
    userName,
    subjects.flatMap((subject) => sayings[kind](subject)),
  )
  expect(refusals).toEqual(subjects.map((subject) => `Permissions Violation for ${kind} to "${subject}"`))
}

test('no one gets in without the right password', async () => {
  expect(await say('spool', [], 'guess')).toEqual(['Authorization Violation'])
  expect(await say('stranger', [])).toEqual(['Authorization Violation'])
})

describe.each(users)('$userName', ({ userName, publish: mayPublish, subscribe: maySubscribe }) => {
  test('may do what its list says', async () => {
    const subjects = mayPublish.map((subject) => subject.replace(/>$/, 'x'))
    expect(
      await say(userName, [...subjects.flatMap(publish), ...maySubscribe.flatMap((s) => subscribe(s))]),
    ).toEqual([])
  })

  test('may not listen to anything else', async () => {
    const own = new Set(maySubscribe)
    const others = [...new Set(users.flatMap(({ subscribe: theirs }) => theirs))].filter((s) => !own.has(s))
    await expectRefused(userName, 'Subscription', ['>', '_INBOX.>', '*.command.>', '$JS.>', ...others])
  })

  test('may not send anything else', async () => {
    const own = new Set(mayPublish)
    const theirs = users
      .flatMap(({ publish: subjects }) => subjects)
      .filter((subject) => !subject.endsWith('>'))
    const makers = environments.flatMap((environment) => [
      `$JS.API.STREAM.DELETE.${eventStream(environment)}`,
      `$JS.API.CONSUMER.CREATE.${jobStream(environment)}`,
      `$JS.API.CONSUMER.DELETE.${jobStream(environment)}.${jobConsumer(runVerification)}`,
      `$JS.API.STREAM.MSG.GET.${eventStream(environment)}`,
    ])
    const others = [...new Set([...theirs, ...(userName === 'deploy' ? [] : makers)])]
    const refused = others.filter((s) => !own.has(s) && !(userName === 'deploy' && s.startsWith('$JS.API.')))
    await expectRefused(userName, 'Publish', refused)
  })
})

test('every command has an answerer, and a sender on each side of the environments', () => {
  for (const command of allCommands) {
    expect(command.sentBy.length, command.name).toBeGreaterThan(0)
    for (const environment of environments) {
      const subject = commandSubject(environment, command)
      const answerers = users.filter(({ subscribe: subjects }) =>
        subjects.some((allowed) => subject.startsWith(allowed.slice(0, -1))),
      )
      expect(answerers.length, subject).toBe(1)
    }
  }
  expect(users).toHaveLength(1 + environments.length * (serviceNames.length + 2))
})
