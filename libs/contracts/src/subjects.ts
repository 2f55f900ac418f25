import type { Event, Job } from './define.ts'
import type { Environment } from '@outturn/vocabulary'
import type { Command } from './operation.ts'
import type { BusUser, ServiceName } from './service-name.ts'

/** Where a command of this environment is sent: `production.command.spool.verify-delivery`. */
export function commandSubject(environment: Environment, command: Command): string {
  return `${environment}.command.${command.name}`
}

/** The same for one replica of the service that answers it. */
export function replicaSubject(subject: string, instanceId: string): string {
  return `${subject}.${instanceId}`
}

/** Where every replica of a service that answers commands is asked to say that it is there. */
export function rollCallSubject(environment: Environment, owner: string): string {
  return `${environment}.roll-call.${owner}`
}

/** Every command that a bus user answers. */
export function commandsOf(environment: Environment, owner: BusUser): string {
  return `${environment}.command.${owner}.>`
}

export function eventSubject(environment: Environment, event: Event): string {
  return `${environment}.event.${event.name}`
}

/** Where a reacting service tells the publisher which events took effect. */
export function confirmSubject(environment: Environment, publisher: ServiceName): string {
  return `${environment}.confirm.${publisher}`
}

export function jobSubject(environment: Environment, job: Job): string {
  return `${environment}.job.${job.name}`
}

/** Where one instance of a service is sent the results it awaits. The instance is a token without dots and wildcards. */
export function resultSubject(environment: Environment, service: ServiceName, instanceId: string): string {
  return `${environment}.result.${service}.${instanceId}`
}

/** Every result that a service waits for. */
export function resultsOf(environment: Environment, service: ServiceName): string {
  return `${environment}.result.${service}.>`
}

export function workCheckStream(environment: Environment): string {
  return `${environment.toUpperCase()}_WORK_CHECKS`
}

export function eventStream(environment: Environment): string {
  return `${environment.toUpperCase()}_EVENTS`
}

export function jobStream(environment: Environment): string {
  return `${environment.toUpperCase()}_JOBS`
}

/** Durable consumer of one event by one reacting service. */
export function reactionConsumer(service: ServiceName, event: Event): string {
  return `${service}_${event.name.replaceAll('.', '_')}`
}

export function jobConsumer(job: Job): string {
  return job.name.replaceAll('.', '_')
}

/** NATS user name and inbox prefix of one bus user in one environment. `deploy` spans both. */
export function busUserName(user: BusUser, environment: Environment): string {
  const base = user.replaceAll('-', '_')
  return environment === 'demo' && user !== 'deploy' ? `${base}_demo` : base
}

export function inboxPrefix(userName: string): string {
  return `_INBOX_${userName}`
}

/** Header names of the bus. */
export const busHeaders = {
  commandId: 'Outturn-Command-Id',
  bodyDigest: 'Outturn-Body-Digest',
  /** How long the requester waits from when the command is sent, ms: no clock of another machine is trusted. */
  remainingMs: 'Outturn-Remaining-Ms',
  principal: 'Outturn-Principal',
  requestId: 'Outturn-Request-Id',
  refusal: 'Outturn-Refusal',
  replayed: 'Outturn-Replayed',
  eventId: 'Outturn-Event-Id',
  occurredAt: 'Outturn-Occurred-At',
  jobId: 'Outturn-Job-Id',
  resultTo: 'Outturn-Result-To',
  resultKey: 'Outturn-Result-Key',
  /** Set to `gzip` on a message whose body is packed. */
  encoding: 'Outturn-Encoding',
  /** The length of the text in a packed body. */
  textBytes: 'Outturn-Text-Bytes',
  /** For how many bytes of a reply its receiver has room; without it, for any number. */
  replyRoom: 'Outturn-Reply-Room',
  /** The length of a reply for which there is no room, in its place. */
  replyBytes: 'Outturn-Reply-Bytes',
  /** Names of the members that follow the message, each on a line of its own. */
  passed: 'Outturn-Passed',
} as const
