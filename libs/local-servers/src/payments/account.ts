/** The account of a key. Apart from what pays and reaches chains: a program that signs starts without loading those. */
export { privateKeyToAccount as accountOf } from 'viem/accounts'
