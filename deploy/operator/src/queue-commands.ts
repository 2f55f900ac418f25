import { listDeadLetters, redriveDeadLetters, type ServiceName, serviceNames } from '@outturn/contracts'
import type { Command } from 'commander'
import { service } from './arguments.ts'
import { example, type Run } from './session.ts'

/** `queue`: the dead letters of the services. */
export function addQueueCommands(program: Command, run: Run): void {
  const queue = program.command('queue').description('messages that failed too often')
  queue
    .command('dead')
    .description('list dead letters, of one service or of all')
    .option('--service <name>', 'service whose dead letters to list', service)
    .addHelpText('after', example('queue dead --service verification'))
    .action(
      run(async (send, options: { service?: ServiceName }) => {
        const names = options.service === undefined ? serviceNames : [options.service]
        const lists = await Promise.all(
          names.map(async (name) => {
            const letters = await send(listDeadLetters(name), {})
            return letters.map((letter) => ({ service: name, ...letter }))
          }),
        )
        return lists.flat()
      }),
    )
  queue
    .command('redrive')
    .description('handle dead letters once more')
    .requiredOption('--service <name>', 'service whose dead letters to redrive', service)
    .option('--id <id>', 'one dead letter; all of the service without it')
    .addHelpText('after', example('queue redrive --service verification'))
    .action(
      run((send, { service: name, id = null }: { service: ServiceName; id?: string | null }) =>
        send(redriveDeadLetters(name), { id }),
      ),
    )
}
