/** `termwise completion`: a script that completes commands and options in a shell. */

import { COMMON_OPTIONS, createUsageError } from "./arguments.ts";
import { type Command, type CommandEntry, loadCommands, type Option } from "./command.ts";

type Script = (commands: readonly Command[]) => string[];

const SHELLS: Readonly<Record<string, Script>> = {
  bash: writeBash,
  zsh: writeZsh,
  fish: writeFish,
};

/** The command, over all others. They are given when it runs: it is one of them. */
export function createCompletion(entries: () => readonly CommandEntry[]): Command {
  const completion: Command = {
    name: "completion",
    summary: "print a completion script for bash, zsh or fish",
    usage: "completion bash|zsh|fish",
    description:
      "Prints a script that completes commands, options and values of options. Load it in the start-up file of the shell.",
    options: [],
    examples: [
      {
        type: "termwise completion bash >> ~/.bashrc",
        does: "enables completion in every new bash",
      },
      {
        type: "termwise completion zsh > ~/.zfunc/_termwise",
        does: "enables completion in every new zsh with ~/.zfunc in its fpath",
      },
      {
        type: "termwise completion fish > ~/.config/fish/completions/termwise.fish",
        does: "enables completion in fish",
      },
    ],

    async run(args, context) {
      const [name = "", ...rest] = args.positionals;
      const script = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
      if (script === undefined || rest.length > 0) {
        throw createUsageError(
          completion,
          `the shell must be one of ${Object.keys(SHELLS).join(", ")}`,
        );
      }
      context.out(script(await loadCommands(entries())).join("\n"));
    },
  };
  return completion;
}

function listOptions(command: Command): readonly Option[] {
  return [...command.options, ...COMMON_OPTIONS];
}

function listSpellings({ name, short }: Option): string[] {
  return short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`];
}

function writeBash(commands: readonly Command[]): string[] {
  const values = commands.flatMap((command) =>
    listOptions(command).flatMap((option) =>
      option.choices === undefined
        ? []
        : listSpellings(option).map(
            (spelling) =>
              `    ${command.name}:${spelling}) words="${option.choices?.join(" ")}" ;;`,
          ),
    ),
  );
  const options = commands.map((command) => {
    return `      ${command.name}) words="${listOptions(command).flatMap(listSpellings).join(" ")}" ;;`;
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

function writeZsh(commands: readonly Command[]): string[] {
  const describeOption = (option: Option): string[] => {
    const summaryText = option.summary.replaceAll(/[[\]:\\]/g, "\\$&");
    const value = option.choices === undefined ? "_files" : `(${option.choices.join(" ")})`;
    const takes =
      option.value === undefined ? "" : `:${option.value.replaceAll(/[<>]/g, "")}:${value}`;
    return listSpellings(option).map((spelling) =>
      quoteForShell(`${spelling}[${summaryText}]${takes}`),
    );
  };
  return [
    "#compdef termwise",
    "_termwise() {",
    "  local -a commands",
    "  commands=(",
    ...commands.map(({ name, summary }) => `    ${quoteForShell(`${name}:${summary}`)}`),
    "  )",
    "  if (( CURRENT == 2 )); then _describe command commands; return; fi",
    "  local command=$words[2]",
    "  shift words; (( CURRENT-- ))",
    "  case $command in",
    ...commands.map(
      (command) =>
        `    ${command.name}) _arguments ${listOptions(command).flatMap(describeOption).join(" ")} '*:file:_files' ;;`,
    ),
    "  esac",
    "}",
    'if [ "$funcstack[1]" = _termwise ]; then _termwise "$@"; else compdef _termwise termwise; fi',
  ];
}

function writeFish(commands: readonly Command[]): string[] {
  return commands.flatMap((command) => [
    `complete -c termwise -f -n __fish_use_subcommand -a ${command.name} -d ${quoteForShell(command.summary)}`,
    ...listOptions(command).map(({ name, short, value, choices, summary }) => {
      const letter = short === undefined ? "" : ` -s ${short}`;
      const takes = value === undefined ? "" : choices ? ` -x -a '${choices.join(" ")}'` : " -r";
      return `complete -c termwise -n '__fish_seen_subcommand_from ${command.name}' -l ${name}${letter}${takes} -d ${quoteForShell(summary)}`;
    }),
  ]);
}

/** Quotes a text as one word of a shell. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
