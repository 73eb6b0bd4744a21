// Everything that components are made of, from one place.
import { Fragment, createContext, h, render } from "preact";
import { useCallback, useContext, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { batch, computed, effect, signal, untracked, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import htm from "htm";

/**
 * Markup as a tagged template, made into Preact's nodes.
 * @type {(strings: TemplateStringsArray, ...values: any[]) => any}
 */
export const html = htm.bind(h);

export {
  Fragment,
  batch,
  computed,
  createContext,
  effect,
  h,
  render,
  signal,
  untracked,
  useCallback,
  useComputed,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSignal,
  useSignalEffect,
  useState,
};
