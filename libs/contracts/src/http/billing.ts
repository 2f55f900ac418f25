import { environments, packRails } from '@outturn/vocabulary'
import { z } from 'zod'
import { GrantId, PurchaseId, ReceiptId, RunId, SpoolId, Timestamp } from '@outturn/agreement'
import { PackCents, PaymentMethod } from './credit-packs.ts'

/** Micros of a dollar as an exact decimal string; 1 cent is 10 000 micros. */
export const Micros = z
  .string()
  .regex(/^-?\d+$/)
  .meta({
    id: 'Micros',
    description: 'An exact amount in millionths of a US dollar; 10000 are one cent.',
    examples: ['4000000'],
  })
/** Dollars as an exact decimal string with at least two places. */
export const Usd = z.string().regex(/^-?\d+\.\d{2,6}$/)

/** Page of a deployment that says how an account gets credits. */
export const creditsPath = '/credits'

const allowanceUse = z
  .strictObject({
    limit: z.int().meta({ description: 'Number of units included per month.', examples: [100] }),
    used: z.int().meta({ description: 'Number of units used this month.', examples: [2] }),
    remaining: z.int().meta({ description: 'Number of units left this month.', examples: [98] }),
  })
  .meta({ id: 'AllowanceUse' })
export const Allowance = z
  .strictObject({
    period_start: Timestamp.describe('Start of the current month.'),
    period_end: Timestamp.describe('End of the current month, when the allowance is renewed.'),
    verification: allowanceUse.describe('Verification runs.'),
    compile: allowanceUse.describe('Compilations of plain text.'),
  })
  .meta({ id: 'Allowance' })
export type Allowance = z.infer<typeof Allowance>

export const CreditsBalance = z
  .strictObject({
    currency: z.literal('USD').describe('Currency of the credits.'),
    available_micros: Micros.meta({
      description: 'Credits available to spend, in millionths of a US dollar.',
      examples: ['12500000'],
    }),
    available_usd: Usd.meta({
      description: 'Credits available to spend, in US dollars.',
      examples: ['12.50'],
    }),
    held_micros: Micros.meta({
      description: 'Credits reserved for runs in progress, in millionths of a US dollar.',
      examples: ['100000'],
    }),
    pending_micros: Micros.meta({
      description: 'Credits that are paid but not yet added to the balance, in millionths of a US dollar.',
      examples: ['5000000'],
    }),
    owed_micros: Micros.meta({
      description:
        'Amount owed for spent credits whose payment was reversed, in millionths of a US dollar. It is deducted from the next purchase.',
      examples: ['0'],
    }),
    as_of: Timestamp.describe('Time at which the balance was read.'),
    grants: z
      .array(
        z.strictObject({
          id: GrantId.describe('ID of the credit grant.'),
          source: z.string().meta({
            description: 'Source of the grant.',
            examples: ['pack_mpp'],
          }),
          original_micros: Micros.meta({
            description: 'Credits initially granted, in millionths of a US dollar.',
            examples: ['5000000'],
          }),
          remaining_micros: Micros.meta({
            description: 'Credits of the grant that are not yet spent, in millionths of a US dollar.',
            examples: ['4900000'],
          }),
          priority: z.int().meta({
            description: 'Order in which grants are spent: the lowest number first.',
            examples: [0],
          }),
          expires_at: Timestamp.nullable().describe(
            'Time at which the grant expires; null if it does not expire.',
          ),
          created_at: Timestamp.describe('Time at which the grant was created.'),
        }),
      )
      .describe('Credit grants that make up the balance.'),
    allowance: Allowance.describe('Runs and compilations included per month.'),
    pending_purchases: z
      .array(
        z.strictObject({
          id: PurchaseId.describe('ID of the purchase.'),
          rail: z.enum(packRails).describe('Payment protocol of the purchase.'),
          pack_cents: PackCents.describe('Size of the credit pack, in cents.'),
          status: z
            .enum(['claimed', 'charging'])
            .describe(
              '`claimed` before the charge is sent to the payment processor, `charging` until the processor confirms it.',
            ),
          created_at: Timestamp.describe('Time at which the purchase was started.'),
        }),
      )
      .describe('Credit purchases whose payment is in progress, oldest first.'),
  })
  .meta({ id: 'CreditsBalance' })
export type CreditsBalance = z.infer<typeof CreditsBalance>

/** What the 402 credits_required body carries beside the members of every error. */
export const CreditsRequired = z
  .strictObject({
    retry_after: z
      .literal('reload')
      .describe('Action after which the request can be retried: `reload` means to add credits.'),
    quote: z
      .strictObject({
        currency: z.literal('USD').describe('Currency of the price.'),
        compile: z
          .strictObject({
            pricing_version: z
              .string()
              .meta({ description: 'Version of the price list.', examples: ['2026-01'] }),
            amount_micros: Micros.meta({
              description: 'List price, in millionths of a US dollar.',
              examples: ['100000'],
            }),
          })
          .describe('List price of compiling the plain text of the request.'),
        verification: z
          .strictObject({
            pricing_version: z
              .string()
              .meta({ description: 'Version of the price list.', examples: ['2026-01'] }),
            amount_micros: Micros.meta({
              description: 'List price, in millionths of a US dollar.',
              examples: ['100000'],
            }),
          })
          .describe('List price of the verification run.'),
        maximum_micros: Micros.meta({
          description:
            'Highest possible price of the request, in millionths of a US dollar: its list price without the allowance.',
          examples: ['100000'],
        }),
        amount_due_micros: Micros.meta({
          description: 'Price of the request after the allowance, in millionths of a US dollar.',
          examples: ['100000'],
        }),
      })
      .describe('Price of the request.'),
    balance: z
      .strictObject({
        available_micros: Micros.meta({
          description: 'Credits available to spend, in millionths of a US dollar.',
          examples: ['0'],
        }),
      })
      .describe('Credit balance of the account.'),
    allowance: Allowance.describe('Runs and compilations included per month.'),
    included_remaining: z
      .strictObject({
        verification_runs: z
          .int()
          .meta({ description: 'Number of included verification runs that are left.', examples: [0] }),
        free_text_compiles: z.int().meta({
          description: 'Number of included compilations of plain text that are left.',
          examples: [0],
        }),
        resets_on: Timestamp.describe('Time at which the allowance is renewed.'),
      })
      .describe('Remaining allowance of the month.'),
    available_balance_micros: Micros.meta({
      description: 'Credits available to spend, in millionths of a US dollar.',
      examples: ['0'],
    }),
    available_balance_usd: Usd.meta({
      description: 'Credits available to spend, in US dollars.',
      examples: ['0.00'],
    }),
    required_for_request_micros: Micros.meta({
      description: 'Credits that the request needs, in millionths of a US dollar.',
      examples: ['100000'],
    }),
    required_for_request_usd: Usd.meta({
      description: 'Credits that the request needs, in US dollars.',
      examples: ['0.10'],
    }),
    minimum_reload_cents: z.literal(500).describe('Smallest amount of credits that can be bought, in cents.'),
    payment_methods: z.array(PaymentMethod).describe('Ways to buy credits.'),
    top_up_url: z.string().meta({
      description: 'URL of the page on which the account owner buys credits.',
      examples: ['https://outturn.example/credits'],
    }),
  })
  .meta({ id: 'CreditsRequired' })
export type CreditsRequired = z.infer<typeof CreditsRequired>

const UsageTotals = z
  .strictObject({
    totalRuns: z.int().meta({ description: 'Number of verification runs.', examples: [12] }),
    accepted: z.int().meta({
      description: 'Number of accepted units. A delivery without units counts as one.',
      examples: [2],
    }),
    submitted: z.int().meta({
      description: 'Number of submitted units. A delivery without units counts as one.',
      examples: [3],
    }),
    earned_micros: Micros.meta({
      description:
        'Earned value as determined by the runs, in millionths of a US dollar. It may not be settled yet.',
      examples: ['4000000'],
    }),
    fees_accrued_micros: Micros.meta({
      description:
        'Fees recorded in the ledger, in millionths of a US dollar. They may not be collected yet.',
      examples: ['0'],
    }),
    paid_micros: Micros.meta({
      description:
        'Amount paid per request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added.',
      examples: ['0'],
    }),
    cogs_micros: Micros.meta({
      description: 'Cost of the runs to the service, in millionths of a US dollar.',
      examples: ['0'],
    }),
    pass_rate: z
      .number()
      .nullable()
      .meta({
        description: 'Fraction of runs with the verdict `pass`, from 0 to 1; null if there were no runs.',
        examples: [0.95],
      }),
  })
  .meta({ id: 'UsageTotals' })

export const Usage = z
  .strictObject({
    days: z
      .array(
        UsageTotals.extend({
          date: z.string().meta({ description: 'Day in UTC.', examples: ['2026-01-31'] }),
        }).meta({ id: 'UsageOfDay', extends: 'UsageTotals' }),
      )
      .describe('Totals per day.'),
    totals: UsageTotals.describe('Totals of the whole period.'),
    use_cases: z
      .array(
        UsageTotals.extend({
          use_case: z
            .string()
            .meta({ description: 'Type of Spool that the runs belong to.', examples: ['agent_task'] }),
        }).meta({ id: 'UsageOfUseCase', extends: 'UsageTotals' }),
      )
      .describe('Totals per use case.'),
    recent: z
      .array(
        z.strictObject({
          verification_run_id: RunId.describe('ID of the verification run.'),
          spool_id: SpoolId.describe('ID of the Spool.'),
          receipt_id: ReceiptId.nullable().describe('ID of the receipt of the run; null if none was issued.'),
          at: Timestamp.describe('Time of the run.'),
          result: z.string().meta({ description: 'Verdict of the run.', examples: ['pass'] }),
          submitted: z.int().meta({
            description: 'Number of submitted units. A delivery without units counts as one.',
            examples: [3],
          }),
          accepted: z.int().meta({
            description: 'Number of accepted units. A delivery without units counts as one.',
            examples: [2],
          }),
          earned_micros: Micros.meta({
            description: 'Value earned in the run, in millionths of a US dollar.',
            examples: ['4000000'],
          }),
          fee_micros: Micros.meta({
            description: 'Fee of the run, in millionths of a US dollar.',
            examples: ['100000'],
          }),
          paid_micros: Micros.meta({
            description:
              'Amount paid for this request with x402, in millionths of a US dollar. It uses neither the allowance nor credits, and no fee is added.',
            examples: ['0'],
          }),
          use_case: z
            .string()
            .meta({ description: 'Type of Spool that the runs belong to.', examples: ['agent_task'] }),
          environment: z.enum(environments).describe('Environment of the run.'),
        }),
      )
      .describe('Latest runs.'),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>
