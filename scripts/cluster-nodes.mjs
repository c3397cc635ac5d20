/**
 * A cluster of OpenSearch or Elasticsearch, three processes on loopback, for tests and benchmarks.
 *
 * The distribution is the Maven artifact for integration tests, which Maven
 * fetches and whose SHA-256 is pinned here. Every node is a Java process with a
 * folder of its own; `nodes.json` in the folder of the cluster has the ids of
 * all that were started, so that exactly those are ended, whoever started them.
 */

import { spawn, spawnSync } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import {
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

/** What can be started. `modules` are what our indexes use; others make a node slower to start. */
const PRODUCTS = {
  opensearch: {
    version: "3.8.0",
    artifact: "org.opensearch.distribution.integ-test-zip:opensearch",
    sha256: "196c3cf4602c394f2e40e6174ccbf2a924eae37246f08fa6bbb6b75f9fd5ff1f",
    modules: ["analysis-common", "lang-painless", "mapper-extras", "transport-netty4"],
    java: [21, Infinity],
    firstNodes: "cluster.initial_cluster_manager_nodes",
  },
  elasticsearch: {
    version: "7.17.28",
    artifact: "org.elasticsearch.distribution.integ-test-zip:elasticsearch",
    sha256: "37004c9bd95165eb41b229204bbb9f311d8099d6db22ec22b2f019664f0a75ab",
    modules: ["transport-netty4"],
    // The artifact lacks the module of rank_features, which is an artifact of its own.
    plugin: {
      artifact: "org.elasticsearch.plugin:mapper-extras-client",
      sha256: "7dab547cd3129405a3342817d6e0cc3b192e9ef17e9d75de4f93415fd03c16d7",
      folder: "mapper-extras",
      className: "org.elasticsearch.index.mapper.MapperExtrasPlugin",
    },
    java: [11, 23], // without a security manager, as in Java 24, it does not start
    firstNodes: "cluster.initial_master_nodes",
  },
};
const CACHE = join(import.meta.dirname, "../.build/cluster");
/** OpenSearch refuses to run as root; where we are root, it runs as this user (nobody). */
const NOBODY = 65534;
/** In ms, while nodes start. */
const POLL_INTERVAL = 100;
const [FIRST_PORT, LAST_PORT] = [20_000, 32_000];

/** The folder of the newest JDK that runs a product; undefined without one. */
export function findJava(product = "opensearch") {
  const [oldest, newest] = PRODUCTS[product].java;
  const jvms = "/usr/lib/jvm";
  const installed = existsSync(jvms) ? readdirSync(jvms).map((name) => join(jvms, name)) : [];
  const homes = [process.env.JAVA_HOME, ...installed].filter(
    (home) => home && existsSync(join(home, "bin/java")) && existsSync(join(home, "bin/jar")),
  );
  const versions = homes.map((home) => [home, javaVersion(home)]);
  const [best] = versions
    .filter(([, version]) => version >= oldest && version <= newest)
    .sort(([, a], [, b]) => b - a);
  return best?.[0];
}

const javaVersions = new Map();

function javaVersion(home) {
  if (!javaVersions.has(home)) {
    const { stderr } = spawnSync(join(home, "bin/java"), ["-version"], { encoding: "utf8" });
    javaVersions.set(home, Number(/version "(\d+)/.exec(stderr ?? "")?.[1] ?? 0));
  }
  return javaVersions.get(home);
}

/** Why a cluster of a product cannot run here; undefined where it can. */
export function missing(product = "opensearch") {
  if (findJava(product) === undefined) {
    const [oldest, newest] = PRODUCTS[product].java;
    return `there is no JDK ${newest === Infinity ? `${oldest} or newer` : `${oldest} to ${newest}`}`;
  }
  const hasMaven = spawnSync("mvn", ["-v"]).status === 0;
  if (!hasMaven && !existsSync(home(product))) return `there is no Maven to fetch ${product} with`;
  return undefined;
}

function home(product) {
  return join(CACHE, `${product}-${PRODUCTS[product].version}`);
}

/** The folder of the distribution; fetched when it is not there. */
function distribution(product) {
  if (existsSync(home(product))) return home(product);
  const { version, artifact, sha256, modules, plugin } = PRODUCTS[product];
  mkdirSync(CACHE, { recursive: true });
  const zip = fetchArtifact(artifact, version, "zip", sha256);
  const unpacked = join(CACHE, `unpacked-${product}`);
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked);
  run(join(findJava(product), "bin/jar"), ["xf", zip], unpacked);
  const fresh = join(unpacked, `${product}-${version}`);
  for (const module of readdirSync(join(fresh, "modules"))) {
    if (!modules.includes(module)) rmSync(join(fresh, "modules", module), { recursive: true });
  }
  if (plugin !== undefined) addPlugin(fresh, plugin, version);
  renameSync(fresh, home(product));
  rmSync(zip);
  return home(product);
}

/** Fetches a file by Maven and checks its digest. */
function fetchArtifact(artifact, version, type, sha256) {
  run("mvn", [
    ...["-B", "-q", "-C", "dependency:copy", `-Dartifact=${artifact}:${version}:${type}`],
    `-DoutputDirectory=${CACHE}`,
  ]);
  const file = join(CACHE, `${artifact.split(":")[1]}-${version}.${type}`);
  const found = createHash("sha256").update(readFileSync(file)).digest("hex");
  if (found !== sha256) throw new Error(`${file} has SHA-256 ${found}, not ${sha256}`);
  return file;
}

/** Adds a module that comes as one file. */
function addPlugin(fresh, { artifact, sha256, folder, className }, version) {
  const jar = fetchArtifact(artifact, version, "jar", sha256);
  const place = join(fresh, "modules", folder);
  mkdirSync(place);
  renameSync(jar, join(place, `${folder}.jar`));
  const lines = [
    ...[`name=${folder}`, `description=${folder}`, `version=${version}`, "type=isolated"],
    ...[`elasticsearch.version=${version}`, "java.version=1.8", `classname=${className}`],
    ...["extended.plugins=", "has.native.controller=false", ""],
  ];
  writeFileSync(join(place, "plugin-descriptor.properties"), lines.join("\n"));
}

function run(command, args, cwd) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}${stdout}`);
}

/** Where the classes of a product are, parsed and checked for one version of Java. */
function classArchive(product) {
  return `${home(product)}-java-${javaVersion(findJava(product))}.jsa`;
}

/** Writes the class archive that halves the start of a node, if there is none. For many starts. */
export async function createClassArchive(folder, product = "opensearch") {
  if (existsSync(classArchive(product))) return;
  const file = join(folder, "node-1/classes.jsa");
  const java = [`-XX:ArchiveClassesAtExit=${file}`, "-XX:TieredStopAtLevel=1", "-Xlog:cds*=off"];
  try {
    await startCluster(folder, { product, nodes: 1, java });
    const [node] = readState(folder).nodes;
    end(folder, node, "SIGTERM");
    await waitUntilEnded([node], 120);
    copyFileSync(file, classArchive(product));
  } finally {
    await stopCluster(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts nodes in a new folder and waits until all are one green cluster. */
export async function startCluster(
  folder,
  { product = "opensearch", nodes = 3, heap = "512m", settings = {}, java = [] } = {},
) {
  const ports = await freePorts(2 * nodes);
  const all = Array.from({ length: nodes }, (_, i) => ({
    name: `node-${i + 1}`,
    http: ports[i],
    transport: ports[nodes + i],
  }));
  const cluster = { folder, product, heap, settings, java, nodes: all };
  mkdirSync(folder, { recursive: true });
  writeState(cluster);
  for (const node of all) startNode(folder, node.name);
  await whenGreen(folder);
  return all.map(({ http }) => `http://127.0.0.1:${http}`);
}

/** Starts a node of the cluster that does not run; its data are those that it had. */
export function startNode(folder, name) {
  const cluster = readState(folder);
  const node = cluster.nodes.find((each) => each.name === name);
  const place = join(folder, name);
  const config = join(place, "config");
  if (!existsSync(place)) {
    for (const part of ["data", "logs", "tmp"]) mkdirSync(join(place, part), { recursive: true });
    cpSync(join(distribution(cluster.product), "config"), config, { recursive: true });
    writeFileSync(join(config, `${cluster.product}.yml`), createSettings(cluster, node, place));
    if (process.getuid() === 0) giveTo(NOBODY, place);
  }
  const log = openSync(join(place, "output.log"), "a");
  const java = spawn(join(findJava(cluster.product), "bin/java"), javaArguments(cluster, place), {
    cwd: place,
    stdio: ["ignore", log, log],
    env: {
      ...{ PATH: process.env.PATH, HOME: place, LANG: "C.UTF-8" },
      LIBFFI_TMPDIR: join(place, "tmp"),
    },
    ...(process.getuid() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  java.unref();
  node.pid = java.pid;
  writeState(cluster);
  return java.pid;
}

function javaArguments({ product, heap, java }, place) {
  const from = realpathSync(distribution(product));
  const archive = classArchive(product);
  const shared = [
    ...(existsSync(archive) ? ["-Xshare:auto", `-XX:SharedArchiveFile=${archive}`] : []),
    ...[`-Xms${heap}`, `-Xmx${heap}`, "-XX:+UseSerialGC", ...java],
    `-Djava.io.tmpdir=${join(place, "tmp")}`,
    ...["-Djava.awt.headless=true", "-Dio.netty.noUnsafe=true", "-Dlog4j2.disable.jmx=true"],
  ];
  const paths = (prefix) => [
    ...[`-D${prefix}.path.home=${from}`, `-D${prefix}.path.conf=${join(place, "config")}`],
    ...[`-D${prefix}.distribution.type=zip`, `-D${prefix}.bundled_jdk=false`],
    ...["-cp", join(from, "lib/*")],
  ];
  if (product === "elasticsearch") {
    const own = ["-Djava.security.manager=allow", "-Des.distribution.flavor=default"];
    return [...shared, ...own, ...paths("es"), "org.elasticsearch.bootstrap.Elasticsearch"];
  }
  // Without its agent, which checks what plugins do and takes a fifth of the start.
  const { version } = PRODUCTS.opensearch;
  return [
    ...[...shared, "--add-modules=jdk.incubator.vector"],
    ...["--add-opens=java.base/java.nio=ALL-UNNAMED"],
    `-Xbootclasspath/a:${join(from, "agent", `opensearch-agent-bootstrap-${version}.jar`)}`,
    ...["-Dopensearch.networkaddress.cache.ttl=60", ...paths("opensearch")],
    "org.opensearch.bootstrap.OpenSearch",
  ];
}

function createSettings({ product, nodes, settings }, node, place) {
  const others = nodes.map(({ transport }) => `"127.0.0.1:${transport}"`).join(", ");
  return [
    "cluster.name: termwise-test",
    `node.name: ${node.name}`,
    "network.host: 127.0.0.1",
    `http.port: ${node.http}`,
    `transport.port: ${node.transport}`,
    `discovery.seed_hosts: [${others}]`,
    `${PRODUCTS[product].firstNodes}: [${nodes.map(({ name }) => name).join(", ")}]`,
    `path.data: ${join(place, "data")}`,
    `path.logs: ${join(place, "logs")}`,
    "cluster.routing.allocation.disk.threshold_enabled: false",
    "node.processors: 2",
    ...Object.entries(settings).map(([name, value]) => `${name}: ${value}`),
    "",
  ].join("\n");
}

function giveTo(user, place) {
  for (const entry of readdirSync(place, { recursive: true })) {
    chownSync(join(place, entry), user, user);
  }
  chownSync(place, user, user);
}

/** Waits until every node has joined and every shard is where it belongs. */
export async function whenGreen(folder, { seconds = 900 } = {}) {
  const { nodes } = readState(folder);
  const end = Date.now() + 1000 * seconds;
  const query = `wait_for_nodes=${nodes.length}&wait_for_status=green&timeout=5s`;
  for (;;) {
    const dead = nodes.find(({ pid }) => !isRunning(pid));
    if (dead !== undefined) throw new Error(`${dead.name} has ended:\n${lastLines(folder, dead)}`);
    try {
      // Every node is asked: the others may not have noticed yet that one was killed.
      const answers = await Promise.all(
        nodes.map(({ http }) => fetch(`http://127.0.0.1:${http}/_cluster/health?${query}`)),
      );
      if (answers.every(({ status }) => status === 200)) return;
      // A cluster gives up a copy of a shard that failed five times.
      const { http } = nodes[0];
      await fetch(`http://127.0.0.1:${http}/_cluster/reroute?retry_failed`, { method: "POST" });
    } catch {} // not listening yet
    if (Date.now() > end) {
      throw new Error(
        `the cluster is not green after ${seconds} s:\n${lastLines(folder, nodes[0])}`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

function lastLines(folder, { name }) {
  const text = readFileSync(join(folder, name, "output.log"), "utf8");
  return text.split("\n").slice(-15).join("\n");
}

/** Kills a node at once, as a power cut would. */
export function killNode(folder, name) {
  end(
    folder,
    readState(folder).nodes.find((node) => node.name === name),
    "SIGKILL",
  );
}

/** Ends every node of the cluster that still runs, and waits until they are gone. */
export async function stopCluster(folder) {
  if (!existsSync(join(folder, "nodes.json"))) return;
  const { nodes } = readState(folder);
  for (const node of nodes) end(folder, node, "SIGKILL"); // the data are not kept
  await waitUntilEnded(nodes, 10);
}

async function waitUntilEnded(nodes, seconds) {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end && nodes.some(({ pid }) => isRunning(pid))) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}

/** Ends a process only if it is still the node that we started: ids are used again. */
function end(folder, { pid, name }, signal) {
  if (!isRunning(pid)) return;
  const line = `/proc/${pid}/cmdline`;
  if (existsSync(line) && !readFileSync(line, "utf8").includes(join(folder, name))) return;
  process.kill(pid, signal);
}

function isRunning(pid) {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    const state = `/proc/${pid}/stat`;
    return !existsSync(state) || !/\) Z /.test(readFileSync(state, "utf8"));
  } catch {
    return false;
  }
}

function readState(folder) {
  return JSON.parse(readFileSync(join(folder, "nodes.json"), "utf8"));
}

function writeState(cluster) {
  writeFileSync(join(cluster.folder, "nodes.json"), JSON.stringify(cluster, null, 2));
}

/**
 * Ports that nobody listens at, all different, below those that a system gives to outgoing connections
 * (32768 on Linux): one of these would take the port of a node that is not started yet, or was killed.
 */
async function freePorts(count) {
  const ports = new Set();
  while (ports.size < count) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (!ports.has(port) && (await isFree(port))) ports.add(port);
  }
  return [...ports];
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
