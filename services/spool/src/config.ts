import { commonConfig, defineConfig, integer, secret } from '@outturn/service'
import { z } from 'zod'

/** Settings of the spool service, beside the common ones. */
export const spoolConfig = defineConfig(
  {
    ...commonConfig,
    OUTTURN_REVIEW_KEY: secret(
      z
        .string()
        .min(32)
        .describe('Makes the links and codes of reviews. With another key, open links stop working.'),
    ),
    SMTP_URL: secret(
      z
        .url({ protocol: /^smtps?$/ })
        .optional()
        .describe('Mail server with its user and password, smtp:// or smtps://; needs MAIL_FROM.'),
    ),
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, 'must be an address, such as Outturn <mail@outturn.example>')
      .optional()
      .describe('Sender of mails to reviewers.'),
    OUTTURN_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .default('http://127.0.0.1:8080')
      .describe('Address under which people and clients reach this deployment; receipts link to it.'),
    EVIDENCE_RETENTION_DAYS: integer({ min: 0, max: 36_500 })
      .default(0)
      .describe(
        'Days after which the content of evidence is deleted, from the time on at which nothing needs it any more; 0 keeps it.',
      ),
  },
  {
    check: ({ SMTP_URL, MAIL_FROM }) =>
      (SMTP_URL === undefined) === (MAIL_FROM === undefined)
        ? []
        : ['SMTP_URL and MAIL_FROM are set together'],
  },
)
