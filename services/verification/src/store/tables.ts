type PolicyTable = {
  policy_id: string
  account_id: string
  request: string
  policy_digest: string
  created_at: Date
  expires_at: Date
}

type RecipeTable = {
  account_id: string
  id: string
  entry: string
  created_at: Date
}

/** The tables of policies and recipes; those of runs are written by statements of their own. */
export type Tables = {
  policy: PolicyTable
  recipe: RecipeTable
}
