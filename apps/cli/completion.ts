/** `termwise completion`: a script that completes commands and options in a shell. */

import { COMMON_OPTIONS, wrongUse } from "./arguments.ts";
import { type Command, type CommandEntry, loadAll, type Option } from "./command.ts";

type Script = (commands: readonly Command[]) => string[];

const SHELLS: Readonly<Record<string, Script>> = { bash, zsh, fish };

/** The command, over all others. They are given when it runs: it is one of them. */
export function completionOf(entries: () => readonly CommandEntry[]): Command {
  const completion: Command = {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    usage: "completion bash|zsh|fish",
    description:
      "Prints a script that completes the names of commands, their options and the values of options. Load it\nin the start-up file of the shell.",
    options: [],
    examples: [
      {
        type: "termwise completion bash >> ~/.bashrc",
        does: "complete in every new bash",
      },
      {
        type: "termwise completion zsh > ~/.zfunc/_termwise",
        does: "complete in every new zsh that has ~/.zfunc in its fpath",
      },
      {
        type: "termwise completion fish > ~/.config/fish/completions/termwise.fish",
        does: "complete in fish",
      },
    ],

    async run(args, shell) {
      const [name = "", ...rest] = args.positionals;
      const script = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
      if (script === undefined || rest.length > 0) {
        throw wrongUse(completion, `the shell must be one of ${Object.keys(SHELLS).join(", ")}`);
      }
      shell.out(script(await loadAll(entries())).join("\n"));
    },
  };
  return completion;
}

function optionsOf(command: Command): readonly Option[] {
  return [...command.options, ...COMMON_OPTIONS];
}

function spellings({ name, short }: Option): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

function bash(commands: readonly Command[]): string[] {
  const values = commands.flatMap((command) =>
    optionsOf(command).flatMap((option) =>
      option.choices === undefined
        ? []
        : spellings(option).map(
            (typed) => `    ${command.name}:${typed}) words="${option.choices?.join(" ")}" ;;`,
          ),
    ),
  );
  const options = commands.map((command) => {
    return `      ${command.name}) words="${optionsOf(command).flatMap(spellings).join(" ")}" ;;`;
  });
  return [
    "_termwise() {",
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: bash expands these
    '  local word="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" words=""',
    '  case "$command:${COMP_WORDS[COMP_CWORD-1]}" in',
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: bash expands these
    ...values,
    "  esac",
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    words="${commands.map(({ name }) => name).join(" ")}"`,
    '  elif [ -z "$words" ] && [[ "$word" == -* ]]; then',
    '    case "$command" in',
    ...options,
    "    esac",
    "  fi",
    '  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$word"))',
    '  else COMPREPLY=($(compgen -f -- "$word")); fi',
    "}",
    "complete -o filenames -F _termwise termwise",
  ];
}

function zsh(commands: readonly Command[]): string[] {
  const described = (option: Option): string[] => {
    const what = option.summary.replaceAll(/[[\]:\\]/g, "\\$&");
    const value = option.choices === undefined ? "_files" : `(${option.choices.join(" ")})`;
    const takes =
      option.value === undefined ? "" : `:${option.value.replaceAll(/[<>]/g, "")}:${value}`;
    return spellings(option).map((typed) => inQuotes(`${typed}[${what}]${takes}`));
  };
  return [
    "#compdef termwise",
    "_termwise() {",
    "  local -a commands",
    "  commands=(",
    ...commands.map(({ name, summary }) => `    ${inQuotes(`${name}:${summary}`)}`),
    "  )",
    "  if (( CURRENT == 2 )); then _describe command commands; return; fi",
    "  local command=$words[2]",
    "  shift words; (( CURRENT-- ))",
    "  case $command in",
    ...commands.map(
      (command) =>
        `    ${command.name}) _arguments ${optionsOf(command).flatMap(described).join(" ")} '*:file:_files' ;;`,
    ),
    "  esac",
    "}",
    'if [ "$funcstack[1]" = _termwise ]; then _termwise "$@"; else compdef _termwise termwise; fi',
  ];
}

function fish(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [
    `complete -c termwise -f -n __fish_use_subcommand -a ${command.name} -d ${inQuotes(command.summary)}`,
    ...optionsOf(command).map(({ name, short, value, choices, summary }) => {
      const letter = short === undefined ? "" : ` -s ${short}`;
      const takes = value === undefined ? "" : choices ? ` -x -a '${choices.join(" ")}'` : " -r";
      return `complete -c termwise -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${letter}${takes} -d ${inQuotes(summary)}`;
    }),
  ]);
}

/** One word of a shell, whatever is in it. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
