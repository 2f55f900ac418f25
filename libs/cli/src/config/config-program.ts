import { type AddCommands, examples } from '../command.ts'
import type { ConfigOptions } from './config-command.ts'

const precedence = `
Settings: url, the address of the service, and key, the key of an account. Each comes from the first place that has it: the options --url and
--profile, the variables OUTTURN_URL, OUTTURN_KEY and OUTTURN_PROFILE, the profile, and the local system of a checkout. A key is sent only to the
service that it was set for.`

/** Adds the commands of the configuration file. */
export const addConfigCommands: AddCommands = (program, { host, end }) => {
  const config = program
    .command('config')
    .description('keep addresses and keys in profiles')
    .addHelpText('after', precedence)
  config
    .command('set')
    .description('set the address or the key of a profile')
    .argument('<setting>', 'url or key')
    .argument('[value]', 'the address; a key is typed or piped')
    .option('--profile <name>', 'profile to change')
    .addHelpText(
      'after',
      examples(
        'outturn config set url https://outturn.example',
        'outturn config set key < key.txt',
        'outturn config set url http://127.0.0.1:8080 --profile local',
      ),
    )
    .action(async (name: string, value: string | undefined, options: ConfigOptions) =>
      end(await (await import('./config-command.ts')).runSetSetting(name, value, options, host)),
    )
  config
    .command('get')
    .description('print a setting of a profile; a key is masked')
    .argument('<setting>', 'url or key')
    .option('--profile <name>', 'profile to read')
    .option('--show', 'print a key as it is')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('outturn config get url', 'outturn config get key --show --profile local'))
    .action(async (name: string, options: ConfigOptions) =>
      end((await import('./config-command.ts')).runGetSetting(name, options, host)),
    )
  config
    .command('list')
    .description('list the profiles')
    .option('--show', 'print keys as they are')
    .option('--json', 'print them as JSON')
    .addHelpText('after', examples('outturn config list'))
    .action(async (options: ConfigOptions) =>
      end((await import('./config-command.ts')).runListConfig(options, host)),
    )
  config
    .command('use')
    .description('use a profile where none is named')
    .argument('<profile>', 'name of the profile')
    .addHelpText('after', examples('outturn config use local'))
    .action(async (name: string) =>
      end(await (await import('./config-command.ts')).runUseProfile(name, host)),
    )
  config
    .command('unset')
    .description('remove a setting of a profile, or a whole profile')
    .argument('[setting]', 'url or key; with --profile alone the whole profile')
    .option('--profile <name>', 'profile to change')
    .addHelpText('after', examples('outturn config unset key', 'outturn config unset --profile local'))
    .action(async (name: string | undefined, options: ConfigOptions) =>
      end(await (await import('./config-command.ts')).runUnsetSetting(name, options, host)),
    )
  config
    .command('path')
    .description('print the path of the configuration file')
    .option('--json', 'print it as JSON')
    .addHelpText('after', examples('outturn config path'))
    .action(async (options: ConfigOptions) =>
      end((await import('./config-command.ts')).runConfigPath(options, host)),
    )
}
