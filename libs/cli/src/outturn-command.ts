import { Command, type Option } from 'commander'

/** A command that names everything that is missing at once, not one thing after the other. */
export class OutturnCommand extends Command {
  override createCommand(name?: string): OutturnCommand {
    return new OutturnCommand(name)
  }

  /** Commander calls this for the first option that is missing. */
  missingMandatoryOptionValue(_first: Option): never {
    const options = this.options.filter(
      (option) => option.mandatory && this.getOptionValue(option.attributeName()) === undefined,
    )
    const missing = this.registeredArguments.filter(
      (argument, index) => argument.required && this.args[index] === undefined,
    )
    const lines = [
      ...missing.map((argument) => `error: missing required argument '${argument.name()}'`),
      ...options.map(
        (option) => `error: required option '${option.flags}' not specified${choicesOf(option)}`,
      ),
    ]
    this.error(lines.join('\n'), { code: 'commander.missingMandatoryOptionValue' })
  }
}

function choicesOf({ argChoices }: Option): string {
  return argChoices === undefined ? '' : `: ${argChoices.join(', ')}`
}
