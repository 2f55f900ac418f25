import { type AddCommands, type ConnectionOptions, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'

const help = `${examples('outturn doctor', 'outturn doctor --profile local --json')}

Only the service that is configured is asked. Exit status: 0 everything works, 1 something does not.`

/** Adds the command that checks the settings. */
export const addDoctorCommand: AddCommands = (program, context) => {
  connected(
    program
      .command('doctor')
      .description('check the configuration, the service, the clock, the key and the key document'),
  )
    .addHelpText('after', help)
    .action((options: ConnectionOptions) =>
      runAction(context, options, async () =>
        (await import('./doctor-command.ts')).runDoctor(options, context.host),
      ),
    )
}
