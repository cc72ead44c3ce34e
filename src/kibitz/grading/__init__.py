"""Compares a student's minimax or alpha-beta with the reference search."""

from kibitz.core.messages import register
from kibitz.grading import grading_messages

register(grading_messages.SENTENCES)
