import { disputeResolvers } from '@outturn/vocabulary'
import { type Command, Option } from 'commander'
import { readHours } from '../casework/case-options.ts'
import { type AddCommands, collected, type CommandContext, connected, examples } from '../command.ts'
import { runAction } from '../run-action.ts'
import type { AcceptOptions } from './accept-spool.ts'
import type { ActOptions, AmendOptions, CloseOptions, PlainAction } from './change-spool.ts'
import type { CreateOptions } from './create-spool.ts'
import type { JoinOptions } from './invite-party.ts'
import type { ListOptions } from './show-spool.ts'
import { addWorkCommands } from '../work/work-program.ts'

const idArgument = ['<spool_id>', 'Spool, such as spl_…'] as const

/** Adds the commands of Spools, in the order of a Spool's life. */
export const addSpoolCommands: AddCommands = (program, context) => {
  const spool = program
    .command('spool')
    .description('agree on work, deliver it and have it verified, between two parties')
  addReads(spool, context)
  addCreate(spool, context)
  addPartyCommands(spool, context)
  addChanges(spool, context)
  addWorkCommands(spool, context)
}

function addReads(spool: Command, context: CommandContext): void {
  connected(spool.command('list').description('list your Spools, newest first'))
    .option('--limit <n>', 'number of Spools (default: 20)')
    .option('--after <spool_id>', 'last Spool of the page before')
    .option('--all', 'all of them')
    .addHelpText('after', examples('outturn spool list', 'outturn spool list --all --json | jq -r .id'))
    .action((options: ListOptions) =>
      runAction(context, options, async () =>
        (await import('./show-spool.ts')).runListSpools(options, context.host),
      ),
    )
  connected(spool.command('show').description('show what was agreed, where it stands and what comes next'))
    .argument(...idArgument)
    .addHelpText(
      'after',
      examples('outturn spool show spl_…', 'outturn spool show spl_… --json | jq .next_step'),
    )
    .action((id: string, options: ListOptions) =>
      runAction(context, options, async () =>
        (await import('./show-spool.ts')).runShowSpool(id, options, context.host),
      ),
    )
  connected(spool.command('events').description('list the history of a Spool, oldest event first'))
    .argument(...idArgument)
    .addHelpText(
      'after',
      examples(
        'outturn spool events spl_… --json > events.json',
        'outturn history verify events.json --receipt receipt.json',
      ),
    )
    .action((id: string, options: ListOptions) =>
      runAction(context, options, async () =>
        (await import('./show-spool.ts')).runListEvents(id, options, context.host),
      ),
    )
}

const createHelp = examples(
  'outturn spool create spool.json',
  'outturn spool create --title Leads --buyer Acme --seller LeadBot --units 2 --unit-amount 2.50 \\',
  '  --check "every row has email" --fields email',
  'outturn spool create --title Leads --buyer Acme --seller LeadBot --amount 5 --policy policy.json',
)

function addCreate(spool: Command, context: CommandContext): void {
  connected(spool.command('create').description('propose an agreement to another party'))
    .argument('[file]', 'JSON file with the whole request of POST /api/v1/spools; - is the standard input')
    .option('--title <text>', 'title of the work')
    .option('--description <text>', 'description of the work (default: its title)')
    .option('--buyer <name>', 'name of the buyer')
    .option('--seller <name>', 'name of the seller')
    .option('--buyer-kind <kind>', 'human, agent, org or service (default: org)')
    .option('--seller-kind <kind>', 'human, agent, org or service (default: org)')
    .option('--as <party>', 'party that you are: buyer or seller (default: buyer)')
    .option('--amount <dollars>', 'price of the whole work')
    .option('--unit-amount <dollars>', 'price of each unit')
    .option('--units <n>', 'number of units')
    .option('-c, --check <text>', 'condition in plain words; repeat it for more', collected)
    .option('--policy <file>', 'JSON file with conditions, such as `outturn policy compile` writes')
    .option('--recipe <id>', 'published set of conditions, such as lead-list@1; `outturn recipes` lists them')
    .option('--param <name=value>', 'value of a parameter of the recipe; repeat it for more', collected)
    .option('--fields <names>', 'names of the fields of the rows, with commas between')
    .option('--term <text>', 'term in words that no checker tests; repeat it for more', collected)
    .option(
      '--dispute-hours <n>',
      'hours in which a receipt can be disputed; 72 by default, none for 0',
      (text) => (text === '0' ? 0 : readHours(text)),
    )
    .addOption(
      new Option('--resolver <who>', 'who resolves a dispute; review by default').choices(disputeResolvers),
    )
    .option('--resolver-ref <text>', 'ID of the judge, or e-mail address of the agreed reviewer')
    .option('--idempotency-key <key>', 'name of this request; repeated, it creates one Spool')
    .addHelpText('after', createHelp)
    .action((file: string | undefined, options: CreateOptions) =>
      runAction(context, options, async () =>
        (await import('./create-spool.ts')).runCreateSpool(
          { ...options, ...(file !== undefined && { file }) },
          context.host,
        ),
      ),
    )
}

function addPartyCommands(spool: Command, context: CommandContext): void {
  connected(
    spool.command('invite').description('make an invitation for the other party, valid for 15 minutes'),
  )
    .argument(...idArgument)
    .addHelpText(
      'after',
      examples('outturn spool invite spl_…', 'outturn spool invite spl_… --json | jq -r .grant_token'),
    )
    .action((id: string, options: JoinOptions) =>
      runAction(context, options, async () =>
        (await import('./invite-party.ts')).runInviteParty(id, options, context.host),
      ),
    )
  connected(spool.command('join').description('exchange an invitation for a key of its Spool'))
    .argument('<grant>', 'grant of the invitation, such as spg_…')
    .option('--save-profile <name>', 'keep the key in this profile, and do not show it')
    .addHelpText('after', examples('outturn spool join spg_… --save-profile leads'))
    .action((grant: string, options: JoinOptions) =>
      runAction(context, options, async () =>
        (await import('./invite-party.ts')).runJoinSpool(grant, options, context.host),
      ),
    )
  connected(spool.command('accept').description('accept the terms of a Spool as they are now'))
    .argument(...idArgument)
    .option('-y, --yes', 'accept without a question')
    .option('--hash <agreement_hash>', 'accept these terms only, as `spool show` named them')
    .option('--as <party>', 'with --sandbox, party to act as: buyer or seller')
    .addHelpText(
      'after',
      examples('outturn spool accept spl_…', 'outturn spool accept spl_… --yes --profile leads'),
    )
    .action((id: string, options: AcceptOptions) =>
      runAction(context, options, async () =>
        (await import('./accept-spool.ts')).runAcceptSpool(id, options, context.host),
      ),
    )
}

function addChanges(spool: Command, context: CommandContext): void {
  connected(spool.command('amend').description('change the conditions or the units of a proposal'))
    .argument(...idArgument)
    .argument(
      '<file>',
      'JSON file with add_conditions, remove_condition_ids or unitization; - is the standard input',
    )
    .option('--dry-run', 'show the Spool as it would be, and change nothing')
    .addHelpText(
      'after',
      examples(
        `echo '{"unitization": {"total_units": 5, "unit_amount_cents": 100}}' | outturn spool amend spl_… -`,
      ),
    )
    .action((id: string, file: string, options: AmendOptions) =>
      runAction(context, options, async () =>
        (await import('./change-spool.ts')).runAmendSpool(id, file, options, context.host),
      ),
    )
  connected(spool.command('quote').description('get a binding price of the verification of agent work'))
    .argument(...idArgument)
    .addHelpText('after', examples('outturn spool quote spl_…'))
    .action((id: string, options: AmendOptions) =>
      runAction(context, options, async () =>
        (await import('./change-spool.ts')).runQuoteSpool(id, options, context.host),
      ),
    )
  connected(spool.command('close').description('end a Spool before it is completed'))
    .argument(...idArgument)
    .option('--by <action>', 'decline, cancel or abandon (default: the first that you can take)')
    .option('-y, --yes', 'end it without a question')
    .addHelpText(
      'after',
      examples('outturn spool close spl_…', 'outturn spool close spl_… --by decline --yes'),
    )
    .action((id: string, options: CloseOptions) =>
      runAction(context, options, async () =>
        (await import('./change-spool.ts')).runCloseSpool(id, options, context.host),
      ),
    )
  addPlainActions(spool, context)
}

const plainActions: readonly (readonly [PlainAction, string])[] = [
  ['propose', 'propose a draft, or a declined proposal, to the other party'],
  ['decline', 'decline a proposal, or a request to cancel'],
  ['cancel', 'cancel a Spool, or ask the other party to agree to that'],
  ['abandon', 'end a Spool that you created; nothing more is judged'],
  ['complete', 'complete a Spool; no further run follows'],
]

function addPlainActions(spool: Command, context: CommandContext): void {
  for (const [action, description] of plainActions) {
    const command = connected(spool.command(action).description(description)).argument(...idArgument)
    if (action !== 'propose') command.option('-y, --yes', 'do it without a question')
    command
      .addHelpText('after', examples(`outturn spool ${action} spl_…`))
      .action((id: string, options: ActOptions) =>
        runAction(context, options, async () =>
          (await import('./change-spool.ts')).runActOnSpool(action, id, options, context.host),
        ),
      )
  }
}
