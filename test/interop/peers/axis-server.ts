import { join } from 'node:path';
import { axisFailures } from './axis-failures.js';
import { type Build, buildOnce } from './build-once.js';
import { ensureDebianPackages } from './debian.js';
import { wsdlPath } from './paths.js';
import type { ServerPeer } from './peer.js';
import { startScripted } from './scripted.js';

const SOURCE = join(import.meta.dirname, 'AxisPeer.java');
const JARS = [
  'axis',
  'jaxrpc',
  'saaj',
  'commons-logging',
  'commons-discovery',
  'wsdl4j',
  'javax.mail',
  'javax.activation',
];
/** The class path of Axis, ending with the working folder. */
export const AXIS_CLASS_PATH: string = [...JARS.map((jar) => `/usr/share/java/${jar}.jar`), '.'].join(':');
const WSDL2JAVA = ['--server-side', '--skeletonDeploy', 'true', '--package', 'sms', '--output', '.', wsdlPath] as const;

const build: Build = {
  name: 'axis',
  sources: [SOURCE, wsdlPath],
  version: ['java', '-version'],
  commands: [
    ['java', '-cp', AXIS_CLASS_PATH, 'org.apache.axis.wsdl.WSDL2Java', ...WSDL2JAVA],
    // The skeleton calls our class.
    ['sed', '-i', 's/sms.SmsServiceBindingSkeleton/AxisPeer$Service/', 'sms/deploy.wsdd'],
    // The names of the parts are the names of the parameters.
    [
      'javac',
      '-parameters',
      '-nowarn',
      '-encoding',
      'UTF-8',
      '-cp',
      AXIS_CLASS_PATH,
      '-sourcepath',
      '.',
      '-d',
      '.',
      SOURCE,
    ],
    ['java', '-cp', AXIS_CLASS_PATH, 'org.apache.axis.utils.Admin', 'server', 'sms/deploy.wsdd'],
  ],
};

/** Apache Axis 1.4's server. It writes records as `multiRef` elements after the response. */
export const axisServer: ServerPeer = {
  name: 'Apache Axis server',
  ensureInstalled: async () => {
    await ensureDebianPackages({
      packages: ['default-jdk-headless', 'libaxis-java'],
      probes: [['javac', '-version'], ...JARS.map((jar) => ['test', '-f', `/usr/share/java/${jar}.jar`] as const)],
    });
    await buildOnce(build);
  },
  start: async () => {
    const folder = await buildOnce(build);
    const classPath = AXIS_CLASS_PATH.replace(/\.$/, folder);
    const options = ['-Dfile.encoding=UTF-8', '-XX:TieredStopAtLevel=1', '-cp', classPath];
    return startScripted(
      (port, shared) => ['java', ...options, 'AxisPeer', String(port), shared, join(folder, 'server-config.wsdd')],
      '/axis/services/SmsServicePort',
    );
  },
  knownFailures: axisFailures,
  losesCarriageReturns: true,
};
