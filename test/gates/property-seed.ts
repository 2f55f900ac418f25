import fc from 'fast-check'

/** Properties draw the same examples in every run of one commit; another seed looks elsewhere. */
const seed = Number(process.env['OUTTURN_PROPERTY_SEED'] ?? '1')
if (!Number.isInteger(seed)) throw new Error('OUTTURN_PROPERTY_SEED must be an integer')

fc.configureGlobal({ seed })
