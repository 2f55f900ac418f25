import { randomUUID } from 'node:crypto'
import { family, freeze, signalIfThere, sql } from '../../breaking.ts'
import type { Walk } from '../walk.ts'
import { some } from './processes.ts'

export const queueWalks: readonly Walk[] = [
  {
    alerts: ['OutturnOutboxOld'],
    cause: 'an event that no receiver confirms',
    withinSeconds: 180,
    async begin({ system }) {
      const id = randomUUID()
      await sql(
        system,
        `insert into settlement.outbox (id, subject, body, waiting_for, due_at)
         values ('${id}', 'production.event.drill', '{}', '{gone}', now() + interval '1 day')`,
      )
      return () => sql(system, `delete from settlement.outbox where id = '${id}'`)
    },
    async follow(book, remedy) {
      const [oldest] = await book.statement('select subject, waiting_for', 'settlement')
      if (oldest?.['subject'] !== 'production.event.drill')
        throw new Error('the statement does not name the event')
      await remedy()
    },
  },
  {
    alerts: ['OutturnQueueOld'],
    cause: 'every worker of verification stands still',
    withinSeconds: 120,
    async begin({ system, further }) {
      await freeze(system, 'verification')
      for (const pid of family(further.process().pid)) signalIfThere(pid, 'SIGSTOP')
      return async () => {
        signalIfThere(system.file().pids['verification'] ?? 0, 'SIGKILL')
        await further.restart()
      }
    },
    async follow(book, remedy) {
      await some(book.expression('outturn_queue_waiting'), 'queues')
      await remedy()
    },
  },
  {
    alerts: ['OutturnDeadLetter', 'OutturnDeadLetterWaiting', 'OutturnChargeWaiting'],
    cause: 'billing may not note what a verdict adds to the outcome index',
    withinSeconds: 240,
    async begin({ system }) {
      await sql(system, 'revoke insert, update on billing.index_contribution from outturn_billing')
      return () => sql(system, 'grant insert, update on billing.index_contribution to outturn_billing')
    },
    async follow(book, remedy) {
      const waiting = await book.command('credits waiting')
      if (!waiting.includes('vr_')) throw new Error(`credits waiting lists no run: ${waiting}`)
      const dead = await book.command('queue dead')
      if (!/permission denied/.test(dead)) throw new Error(`queue dead does not say why: ${dead}`)
      await remedy()
      await book.command('queue redrive --service billing')
      await book.command('queue redrive --service', {}, 'billing')
    },
  },
  {
    alerts: ['OutturnLogBehind', 'OutturnSweepsFailing'],
    cause: 'signing may not write the entries of the log',
    withinSeconds: 120,
    async begin({ system }) {
      await sql(system, 'revoke insert on signing.log_entry from outturn_signing')
      return () => sql(system, 'grant insert on signing.log_entry to outturn_signing')
    },
    async follow(book, remedy) {
      await book.logLine('a recurring task failed')
      await some(book.expression('outturn_log_pending'), 'logs')
      await remedy()
    },
  },
]
