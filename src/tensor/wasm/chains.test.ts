import { expect, test } from "vitest";
import { relu } from "../elementwise.ts";
import { indexInput, input, type Tensor } from "../node.ts";
import { createOrder } from "../program.ts";
import { sum } from "../reductions.ts";
import { scatterAdd, unitRows } from "../rows.ts";
import { chainNodes } from "./chains.ts";

const index = indexInput("index", "elements", "words");
const scattered = scatterAdd(input("x", ["elements", 3]), index);

/** Names of operations with their levels, a follower marked by +. */
function formatLevels(output: Tensor): readonly string[] {
  const order = chainNodes(createOrder({ outputs: { output } }));
  return order.nodes.map(({ operation: { name } }, position) => {
    return `${order.follows(position) ? "+" : ""}${name} ${order.levels[position]}`;
  });
}

test("an operation on rows follows the one that computes them, in its level", () => {
  const unit = ["input 0", "input 0", "scatterAdd 1", "+unitRows 1", "+unitRows 1", "sumTo 2"];
  expect(formatLevels(sum(unitRows(unitRows(scattered))))).toEqual(unit);
});

test("only one operation follows another", () => {
  const outputs = [unitRows(scattered), unitRows(relu(scattered))].map(sum) as [Tensor, Tensor];
  const order = chainNodes(createOrder({ outputs: { first: outputs[0], second: outputs[1] } }));
  const followers = order.nodes.filter((_, position) => order.follows(position));
  expect(followers.map(({ operation }) => operation.name)).toEqual(["unitRows"]);
  expect(followers[0]?.inputs[0]).toBe(scattered);
});

test("an operation on other rows does not follow", () => {
  const rows = unitRows(input("y", ["words", 3]));
  expect(formatLevels(sum(rows))).toEqual(["input 0", "unitRows 1", "sumTo 2"]);
});
