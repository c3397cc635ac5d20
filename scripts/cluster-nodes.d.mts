/** Types of cluster-nodes.mjs, for tests. */

export declare const VERSION: string;
export declare function findJava(): string | undefined;
export declare function missing(): string | undefined;
export declare function startCluster(
  folder: string,
  options?: { nodes?: number; heap?: string; settings?: Record<string, string>; java?: string[] },
): Promise<string[]>;
export declare function startNode(folder: string, name: string): number;
export declare function whenGreen(folder: string, options?: { seconds?: number }): Promise<void>;
export declare function killNode(folder: string, name: string): void;
export declare function stopCluster(folder: string): Promise<void>;
