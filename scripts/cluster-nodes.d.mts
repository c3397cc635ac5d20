/** Types of cluster-nodes.mjs, for tests. */

export type Product = "opensearch" | "elasticsearch";
export declare function findJava(product?: Product): string | undefined;
export declare function missing(product?: Product): string | undefined;
export declare function createClassArchive(folder: string, product?: Product): Promise<void>;
export declare function startCluster(
  folder: string,
  options?: {
    product?: Product;
    nodes?: number;
    heap?: string;
    settings?: Record<string, string>;
    java?: string[];
  },
): Promise<string[]>;
export declare function startNode(folder: string, name: string): number;
export declare function whenGreen(folder: string, options?: { seconds?: number }): Promise<void>;
export declare function killNode(folder: string, name: string): void;
export declare function stopCluster(folder: string): Promise<void>;
