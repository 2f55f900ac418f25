import { disputeReasons, disputeRemedies } from '@outturn/vocabulary'
import { Argument, type Command, Option } from 'commander'
import {
  type AddCommands,
  addressed,
  collected,
  type CommandContext,
  type ConnectionOptions,
  examples,
} from '../command.ts'
import { runAction } from '../run-action.ts'
import { collectedOutcome, collectedUnit, readHours } from './case-options.ts'
import type * as DisputeCommands from './disputes-command.ts'
import type * as ReviewCommands from './reviews-command.ts'

const receiptArgument = ['<receipt_id>', 'ID of the receipt'] as const
const disputeArgument = ['<dispute_id>', 'ID of the dispute'] as const
const reviewArgument = ['<review_id>', 'ID of the review'] as const
const someReceipt = 'ocr_0123456789abcdef01234567'
const someDispute = 'dsp_0123456789abcdef01234567'
const someReview = 'rev_0123456789abcdef01234567'

/** Adds `disputes` and `reviews`: saying that a receipt is wrong, and asking a person about it. */
export const addDisagreementCommands: AddCommands = (program, context) => {
  const disputes = program.command('disputes').description('dispute a receipt, and answer a dispute')
  addOpening(disputes, context)
  addAnswering(disputes, context)
  addReviews(program.command('reviews').description('ask a person to review a receipt'), context)
}

function addOpening(disputes: Command, context: CommandContext): void {
  addressed(disputes.command('open').description('say that a receipt is wrong'))
    .argument(...receiptArgument)
    .addOption(new Option('--reason <reason>', 'what is wrong').choices(disputeReasons).makeOptionMandatory())
    .requiredOption('--detail <text>', 'explanation for the other party')
    .addOption(
      new Option('--requested <remedy>', 'what you ask for').choices(disputeRemedies).makeOptionMandatory(),
    )
    .option('--condition <id>', 'disputed condition; once for each', collected)
    .option('--unit <number>', 'disputed unit; once for each', collectedUnit)
    .option('--evidence <id>', 'disputed evidence; once for each', collected)
    .option(
      '--outcome <id=outcome>',
      'outcome that you propose: passed or failed; once for each condition',
      collectedOutcome,
    )
    .addHelpText(
      'after',
      examples(
        `outturn disputes open ${someReceipt} --reason duplicate --detail "Rows 3 and 7 are one company" --requested re_verify`,
      ),
    )
    .action((id: string, options: DisputeCommands.OpenDisputeOptions) =>
      dispute(context, options, ({ runOpenDispute }) => runOpenDispute(id, options, context.host)),
    )
  addressed(disputes.command('show').description('show a dispute and what you can do'))
    .argument(...disputeArgument)
    .addHelpText('after', examples(`outturn disputes show ${someDispute}`))
    .action((id: string, options: ConnectionOptions) =>
      dispute(context, options, ({ runShowDispute }) => runShowDispute(id, options, context.host)),
    )
}

function addAnswering(disputes: Command, context: CommandContext): void {
  addressed(disputes.command('respond').description('accept or reject a dispute, or a proposal in it'))
    .argument(...disputeArgument)
    .addArgument(new Argument('<answer>', 'what you answer').choices(['accept', 'reject']))
    .option('--detail <text>', 'explanation for the other party; required to reject')
    .option(
      '--outcome <id=outcome>',
      'outcome that you agree to: passed or failed; once for each condition',
      collectedOutcome,
    )
    .addHelpText(
      'after',
      examples(`outturn disputes respond ${someDispute} reject --detail "They are two branches"`),
    )
    .action((id: string, answer: string, options: DisputeCommands.RespondOptions) =>
      dispute(context, options, ({ runRespondToDispute }) =>
        runRespondToDispute(id, answer, options, context.host),
      ),
    )
  addressed(disputes.command('withdraw').description('take back a dispute that you opened'))
    .argument(...disputeArgument)
    .addHelpText('after', examples(`outturn disputes withdraw ${someDispute}`))
    .action((id: string, options: ConnectionOptions) =>
      dispute(context, options, ({ runWithdrawDispute }) => runWithdrawDispute(id, options, context.host)),
    )
  addressed(disputes.command('state').description('add a statement to an open dispute'))
    .argument(...disputeArgument)
    .requiredOption('--detail <text>', 'statement for the other party and a reviewer')
    .option('--evidence <id>', 'evidence that it refers to; once for each', collected)
    .addHelpText(
      'after',
      examples(`outturn disputes state ${someDispute} --detail "The registry lists both branches"`),
    )
    .action((id: string, options: DisputeCommands.StateOptions) =>
      dispute(context, options, ({ runStateInDispute }) => runStateInDispute(id, options, context.host)),
    )
}

function addReviews(reviews: Command, context: CommandContext): void {
  addressed(reviews.command('request').description('ask a named person, and get the link for that person'))
    .argument(...receiptArgument)
    .requiredOption('--reviewer <name>', 'name of the reviewer')
    .requiredOption('--question <text>', 'question for the reviewer')
    .option('--email <address>', 'address of the reviewer, who then gets the link and a code by mail')
    .option('--dispute <id>', 'open dispute that the review is to resolve')
    .option('--condition <id>', 'condition to review; once for each', collected)
    .option('--unit <number>', 'unit to review; once for each', collectedUnit)
    .option('--hours <number>', 'hours in which the reviewer can decide; 72 by default', readHours)
    .addHelpText(
      'after',
      `${examples(
        `outturn reviews request ${someReceipt} --reviewer "Ana Díaz" --email ana@example.com --question "Are rows 3 and 7 the same company?"`,
      )}

The link is printed once. Its holder can decide: send it to the reviewer alone.`,
    )
    .action((id: string, options: ReviewCommands.RequestOptions) =>
      review(context, options, ({ runRequestReview }) => runRequestReview(id, options, context.host)),
    )
  addressed(reviews.command('show').description('show a review and what you can do'))
    .argument(...reviewArgument)
    .addHelpText('after', examples(`outturn reviews show ${someReview}`))
    .action((id: string, options: ConnectionOptions) =>
      review(context, options, ({ runShowReview }) => runShowReview(id, options, context.host)),
    )
  addressed(reviews.command('consent').description('let the decision replace the receipt'))
    .argument(...reviewArgument)
    .addHelpText('after', examples(`outturn reviews consent ${someReview}`))
    .action((id: string, options: ConnectionOptions) =>
      review(context, options, ({ runConsentToReview }) => runConsentToReview(id, options, context.host)),
    )
  addressed(reviews.command('withdraw').description('take back a review that you asked for'))
    .argument(...reviewArgument)
    .addHelpText('after', examples(`outturn reviews withdraw ${someReview}`))
    .action((id: string, options: ConnectionOptions) =>
      review(context, options, ({ runWithdrawReview }) => runWithdrawReview(id, options, context.host)),
    )
}

const dispute = (
  context: CommandContext,
  options: ConnectionOptions,
  run: (commands: typeof DisputeCommands) => ReturnType<typeof DisputeCommands.runShowDispute>,
) => runAction(context, options, async () => run(await import('./disputes-command.ts')))

const review = (
  context: CommandContext,
  options: ConnectionOptions,
  run: (commands: typeof ReviewCommands) => ReturnType<typeof ReviewCommands.runShowReview>,
) => runAction(context, options, async () => run(await import('./reviews-command.ts')))
