/** The command by which the one account is made whose Spools are settled by card in these tests. */
export const cardBuyer = 'operator:account of the buyer by card'
