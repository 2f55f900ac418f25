import type { Command } from 'commander'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The words that can follow the words of a command. */
type Level = {
  /** Words of the command, without the name of the program; empty for the program itself. */
  readonly path: string
  readonly words: readonly { readonly word: string; readonly description: string }[]
}

/** The completion script of a shell, for a program and all of its commands. */
export function completionScript(program: Command, shell: Shell): string {
  const levels = levelsOf(program, '')
  if (shell === 'fish') return fishScript(program.name(), levels)
  return shell === 'bash' ? bashScript(program.name(), levels) : zshScript(program.name(), levels)
}

function levelsOf(command: Command, path: string): Level[] {
  const subcommands = command.commands.map((each) => ({ word: each.name(), description: each.description() }))
  const options = command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ word: long, description }] : []))
  return [
    { path, words: [...subcommands, ...options] },
    ...command.commands.flatMap((each) =>
      levelsOf(each, path === '' ? each.name() : `${path} ${each.name()}`),
    ),
  ]
}

/** Finds the longest path of command words before the cursor; other words, which are options and arguments, are passed over. */
function bashScript(name: string, levels: readonly Level[]): string {
  return `# bash completion for ${name}
_${name}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" words="" word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${commandPaths(levels).map(quoted).join('|')}) path="$next" ;;
    esac
  done
  case "$path" in
${levels.map(({ path, words }) => `    ${quoted(path)}) words=${quoted(words.map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _${name} ${name}`
}

function zshScript(name: string, levels: readonly Level[]): string {
  return `#compdef ${name}
_${name}() {
  local path="" word next
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    next="\${path:+$path }$word"
    case "$next" in
      ${commandPaths(levels).map(quoted).join('|')}) path="$next" ;;
    esac
  done
  case "$path" in
${levels.map(({ path, words }) => `    ${quoted(path)}) found=(${words.map(({ word, description }) => quoted(`${word}:${description}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe -t commands ${name} found || _files
  [[ "\${words[CURRENT]}" == -* ]] || _files
}
if [ "$funcstack[1]" = "_${name}" ]; then _${name} "$@"; else compdef _${name} ${name}; fi`
}

function fishScript(name: string, levels: readonly Level[]): string {
  const lines = levels.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`
      return `complete -c ${name} -n '__${name}_at ${path}' ${what} -d ${quoted(description)}`
    }),
  )
  return `# fish completion for ${name}
function __${name}_at
  set -l path
  for word in (commandline -opc)[2..-1]
    switch (string join ' ' $path $word)
      case ${commandPaths(levels).map(quoted).join(' ')}
        set path $path $word
    end
  end
  test "$path" = "$argv"
end
${lines.join('\n')}`
}

function commandPaths(levels: readonly Level[]): string[] {
  return levels.flatMap(({ path }) => (path === '' ? [] : [path]))
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
