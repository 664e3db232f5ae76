import { counted } from '../output/text.js';
import type { Command } from '../running/command.js';
import { EXIT } from '../running/exit-codes.js';

/** Writes a cassette in the other format. */
export const convert: Command = {
  name: 'cassette convert',
  summary: 'write a cassette in the format of another name: .yaml for those who review it, .har for other tools',
  args: '<cassette> <to>',
  examples: ['sms-service cassette convert groups.har groups.yaml'],
  carriesOn: true,
  run: async ({ args, output }) => {
    const { convertCassette } = await import('./of-replay.js');
    const [from = '', to = ''] = args;
    const report = await convertCassette(from, to);
    const { recordings, leftBehind } = report;
    await output.result(report, () =>
      [
        `${counted(recordings, 'recording')} written`,
        ...(leftBehind === 0
          ? []
          : [`left behind: what other programs had written into ${counted(leftBehind, 'recording')}`]),
      ].join('\n'),
    );
    return EXIT.done;
  },
};

/** Merges cassettes, for git. */
export const merge: Command = {
  name: 'cassette merge',
  summary: 'bring the calls of two branches together, as a merge driver of git; 1 where both have changed one call',
  args: '<base> <ours> <theirs>',
  examples: [
    "git config merge.cassette.driver 'npx sms-service cassette merge %O %A %B'",
    "echo '*.yaml merge=cassette' >> test/cassettes/.gitattributes",
  ],
  carriesOn: true,
  run: async ({ args, output }) => {
    const { mergeCassettes } = await import('./of-replay.js');
    const [base = '', ours = '', theirs = ''] = args;
    const report = mergeCassettes({ base, ours, theirs });
    const { recordings, conflicts } = report;
    await output.result(report, () =>
      conflicts === 0
        ? `${counted(recordings, 'recording')} merged`
        : `${counted(conflicts, 'call')} changed on both sides: both stand in the file, between the marks of git`,
    );
    return conflicts === 0 ? EXIT.done : EXIT.differences;
  },
};
