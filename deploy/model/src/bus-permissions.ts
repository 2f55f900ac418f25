import { type Environment, environments } from '@outturn/vocabulary'
import {
  allCommands,
  allEvents,
  allJobs,
  type BusUser,
  busUserName,
  busUsers,
  checkedStreams,
  type Command,
  commandSubject,
  commandsOf,
  confirmSubject,
  type Event,
  eventStream,
  eventSubject,
  inboxPrefix,
  type Job,
  jobConsumer,
  jobStream,
  jobSubject,
  reactionConsumer,
  replicaSubject,
  resultsOf,
  rollCallSubject,
  type ServiceName,
  serviceNames,
  storeCheckSubject,
  streamKinds,
} from '@outturn/contracts'

/** What one NATS user may do; everything that is not listed is refused. */
export interface BusPermissions {
  userName: string
  publish: string[]
  subscribe: string[]
  /** Whether it may answer what reaches it: each part of a packet once. */
  mayReply: boolean
}

/** One row for each user of the bus: `deploy` once, the others once for each environment. */
export function allBusPermissions(): BusPermissions[] {
  const users = busUsers.filter((user) => user !== 'deploy')
  return [
    deployPermissions(),
    ...environments.flatMap((environment) => users.map((user) => permissionsOf(user, environment))),
  ]
}

/** `deploy` alone makes streams and consumers, and finds out whether they store messages; it takes part in nothing else. */
function deployPermissions(): BusPermissions {
  const userName = busUserName('deploy', 'production')
  const checks = environments.flatMap((environment) =>
    streamKinds.map((kind) => storeCheckSubject(environment, kind, 'deploy')),
  )
  const publish = distinct(['$JS.API.>', ...checks])
  return { userName, publish, subscribe: [`${inboxPrefix(userName)}.>`], mayReply: false }
}

function permissionsOf(user: BusUser, environment: Environment): BusPermissions {
  const userName = busUserName(user, environment)
  const sends = (message: Command | Job) => (message.sentBy as readonly BusUser[]).includes(user)
  const owns = (message: Command | Event | Job) => message.owner === user
  const reactsTo = (event: Event) => (event.reactedToBy as readonly BusUser[]).includes(user)
  const service = serviceNames.find((name) => name === user)
  const answersCommands = allCommands.some(owns)
  const consumers = [
    ...allEvents
      .filter(reactsTo)
      .map((event) => `${eventStream(environment)}.${reactionConsumer(user as ServiceName, event)}`),
    ...allJobs.filter(owns).map((job) => `${jobStream(environment)}.${jobConsumer(job)}`),
  ]
  return {
    userName,
    publish: distinct([
      ...(service === undefined
        ? []
        : checkedStreams(service).map((kind) => storeCheckSubject(environment, kind, service))),
      ...rightsOfPreviousRelease(user, environment),
      ...allCommands.filter(sends).flatMap((command) => {
        const subject = commandSubject(environment, command)
        return [subject, replicaSubject(subject, '*'), rollCallSubject(environment, command.owner)]
      }),
      ...allEvents.filter(owns).map((event) => eventSubject(environment, event)),
      ...allEvents.filter(reactsTo).map((event) => confirmSubject(environment, event.owner)),
      // The worker puts back, alone, what had no outcome in a packet.
      ...allJobs.filter((job) => sends(job) || owns(job)).map((job) => jobSubject(environment, job)),
      ...allJobs.filter(owns).flatMap((job) => job.sentBy.map((sender) => resultsOf(environment, sender))),
      ...consumers.flatMap((consumer) => [
        `$JS.API.CONSUMER.INFO.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
        `$JS.ACK.${consumer}.>`,
      ]),
    ]),
    subscribe: distinct([
      `${inboxPrefix(userName)}.>`,
      ...(answersCommands ? [commandsOf(environment, user), rollCallSubject(environment, user)] : []),
      ...allEvents.filter(owns).map((event) => confirmSubject(environment, event.owner)),
      ...allJobs.filter(sends).map(() => resultsOf(environment, user as ServiceName)),
    ]),
    mayReply: answersCommands,
  }
}

/** Services of the previous release whose work needs a queue; they look at a stream of their own for it. */
const checkedBefore: readonly BusUser[] = ['spool', 'signing', 'billing', 'settlement']

/** What only the previous release publishes: it runs on these rights while services are rolled, and after a rollback. */
function rightsOfPreviousRelease(user: BusUser, environment: Environment): string[] {
  return checkedBefore.includes(user) ? [storeCheckSubject(environment, 'work-checks', user)] : []
}

function distinct(subjects: string[]): string[] {
  return [...new Set(subjects)].sort()
}
