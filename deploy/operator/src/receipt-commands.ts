import { approveRevocation, listRevocations, requestRevocation } from '@outturn/contracts'
import { type Command, Option } from 'commander'
import type { Session } from './session.ts'

const codes = ['revoked', 'evidence_withdrawn', 'key_compromise'] as const

/** `receipts`: revoking takes two operators, each under their own name. */
export function addReceiptCommands(program: Command, session: () => Promise<Session>): void {
  const receipts = program.command('receipts').description('issued receipts')
  receipts
    .command('revoke')
    .description('request that a receipt be revoked; another operator approves within 24 hours')
    .argument('<receipt-id>')
    .requiredOption('--advisory <text>', 'what readers of the receipt are told')
    .addOption(new Option('--code <code>', 'kind of the advisory').choices(codes).default('revoked'))
    .addHelpText(
      'after',
      '\nExample:\n  npm run admin -- --as alice receipts revoke ocr_… --advisory "The supplier withdrew the data."' +
        '\n  npm run admin -- --as bob receipts approve rvk_…',
    )
    .action(async (receiptId: string, options: { advisory: string; code: (typeof codes)[number] }) => {
      const { operator, print } = await session()
      const asked = await operator.send(requestRevocation, { receiptId, ...options })
      print({
        request_id: asked.requestId,
        receipt_id: asked.receiptId,
        requested_by: asked.requestedBy,
        open_until: asked.expiresAt,
      })
    })
  receipts
    .command('approve')
    .description('revoke the receipt of a request that another operator made; this cannot be taken back')
    .argument('<request-id>')
    .action(async (requestId: string) => {
      const { operator, print } = await session()
      const revoked = await operator.send(approveRevocation, { requestId })
      print({
        receipt_id: revoked.receiptId,
        requested_by: revoked.requestedBy,
        approved_by: revoked.approvedBy,
        revoked_at: revoked.revokedAt,
      })
    })
  receipts
    .command('requests')
    .description('requests that wait for a second operator')
    .action(async () => {
      const { operator, print } = await session()
      const open = await operator.send(listRevocations, {})
      print(
        open.map((request) => ({
          request_id: request.requestId,
          receipt_id: request.receiptId,
          code: request.code,
          advisory: request.advisory,
          requested_by: request.requestedBy,
          open_until: request.expiresAt,
        })),
      )
    })
}
