import { type AddCommands, examples } from '../command.ts'
import { UnusableInput } from '../output.ts'

const help = examples(
  'source <(outturn completion bash)',
  'outturn completion bash > ~/.local/share/bash-completion/completions/outturn',
  'outturn completion zsh > "${fpath[1]}/_outturn"',
  'outturn completion fish > ~/.config/fish/completions/outturn.fish',
)

/** Adds the command that prints the completion of a shell; it is made of the commands themselves. */
export const addCompletionCommand: AddCommands = (program, { host, end }) => {
  program
    .command('completion')
    .description('print the completion script of a shell')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', help)
    .action(async (shell: string) => {
      const { completionScript, shells } = await import('./completion-script.ts')
      const known = shells.find((each) => each === shell)
      if (known === undefined) {
        throw new UnusableInput(`There is no completion for ${shell}: it is one of ${shells.join(', ')}.`)
      }
      host.output.print(completionScript(program, known))
      end(0)
    })
}
