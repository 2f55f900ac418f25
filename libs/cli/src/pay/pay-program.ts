import { type AddCommands, examples } from '../command.ts'
import type { PayPackRequest, PayVerificationRequest } from './pay-command.ts'

const settingsHelp = `${examples(
  'outturn pay verification request.json -o receipt.json --payer payer.json',
  'outturn pay pack 500 -o pack.json --payer payer.json',
)}

Settings, each from its variable, or by its name from the JSON file of --payer, and url and api_key also from the profile (outturn config --help):
  OUTTURN_URL            url            address of the service
  OUTTURN_KEY            api_key        key of the account that gets the credits
  OUTTURN_WALLET_KEY     wallet_key     private key of the wallet, 0x and 64 hexadecimal digits
  OUTTURN_PROCESSOR_KEY  processor_key  secret key of tests of the payer's own account at the card processor
  OUTTURN_PROCESSOR_URL  processor_url  its address; by default Stripe's

A payment that is not answered for good is kept in FILE.payment: the same command goes on with it and does not pay again.
Exit status: 0 it is paid and holds, 1 it was refused or the receipt is not valid, 2 nothing was paid, or it is not known yet.`

/** Adds the commands that pay. What they pay with is loaded when one of them runs. */
export const addPayCommands: AddCommands = (program, context) => {
  const { env, output } = context.host
  const pay = program
    .command('pay')
    .description('pay for one verification, or for credits, with official clients')
  const command = (name: string) =>
    pay
      .command(name)
      .requiredOption('-o, --output <file>', 'file for the answer; it must not exist')
      .option('--payer <file>', 'file of settings')
      .option('--json', 'print the result as JSON')
      .addHelpText('after', settingsHelp)
  command('verification')
    .description('verify a delivery without an account, pay from a wallet, keep and verify the receipt')
    .argument('<file>', 'request of one call, as POST /api/v1/verify/x402 takes it')
    .option('--limit <dollars>', 'what may be paid at most; by default 1')
    .option('--keys <file>', "the service's key document; without it the one that it serves")
    .action(async (file: string, options: Omit<PayVerificationRequest, 'file'>) => {
      const { payVerification } = await import('./pay-command.ts')
      context.end(await payVerification({ file, ...options }, env, output))
    })
  command('pack')
    .description('buy a pack of credits for the account of a key')
    .argument('<cents>', '500, 1000 or 2000')
    .option('--card', 'pay by card, with MPP, instead of from a wallet, with x402')
    .option('--limit <dollars>', 'what may be paid at most; by default the cents of the pack')
    .action(async (cents: string, options: Omit<PayPackRequest, 'cents'>) => {
      const { payPack } = await import('./pay-command.ts')
      context.end(await payPack({ cents, ...options }, env, output))
    })
}
