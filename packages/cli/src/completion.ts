import { Argument, type Command } from 'commander';
import type { Terminal } from './terminal.js';

/** Prints a script that lets a shell complete commands, options and choices. */
export function completionCommand(program: Command, terminal: Terminal): void {
  program
    .command('completion')
    .description(
      'prints a script for your shell, such as: doors completion bash > ~/.local/share/bash-completion/completions/doors',
    )
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .action((shell: 'bash' | 'zsh' | 'fish') => terminal.out(SCRIPTS[shell](wordsOf(program))));
}

interface Words {
  name: string;
  description: string;
  words: string[];
}

const wordsOf = (program: Command): Words[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    words: [
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
      ...command.options.flatMap(({ long }) => (long ? [long] : [])),
      '--help',
    ],
  }));

const SCRIPTS = {
  bash: (commands: Words[]) => `_doors() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then words='${commands.map(({ name }) => name).join(' ')}'; else
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, words }) => `      ${name}) words='${words.join(' ')}' ;;`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _doors doors`,
  zsh: (commands: Words[]) => `autoload -U +X bashcompinit && bashcompinit\n${SCRIPTS.bash(commands)}`,
  fish: (commands: Words[]) =>
    commands
      .flatMap(({ name, description, words }) => [
        `complete -c doors -n __fish_use_subcommand -a ${name} -d '${description.replaceAll("'", "\\'")}'`,
        `complete -c doors -n '__fish_seen_subcommand_from ${name}' -a '${words.join(' ')}'`,
      ])
      .join('\n'),
};
